import js from '@eslint/js';
import svelte from 'eslint-plugin-svelte';
import globals from 'globals';
import ts from 'typescript-eslint';
import own from './svelte.config.js';

export default ts.config(
  { ignores: ['node_modules', 'src/api.d.ts', 'src/offline/worker.js', 'public'] },
  js.configs.recommended,
  ...ts.configs.recommended,
  ...svelte.configs.recommended,
  { languageOptions: { globals: { ...globals.browser, ...globals.node } } },
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    languageOptions: { parserOptions: { parser: ts.parser, extraFileExtensions: ['.svelte'], svelteConfig: own } },
  },
  {
    rules: {
      'no-undef': 'off', // the compiler knows
      '@typescript-eslint/no-explicit-any': 'off', // views and helps are the games' own shapes
      'svelte/no-useless-mustaches': 'off', // {' '} is a space that the formatter must not move
      'svelte/prefer-svelte-reactivity': 'off', // maps that are never changed after they are made
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
    },
  },
);
