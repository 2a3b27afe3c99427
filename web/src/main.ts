import './look/tokens.css';
import './look/base.css';
import { mount } from 'svelte';
import App from './App.svelte';
import { ready } from './i18n/i18n.svelte';
import { register } from './offline/register';

const target = document.getElementById('app');
if (target) void ready.finally(() => mount(App, { target }));
register();
