import type { GameModule } from '../types';
import './colours.css';
import sprite from './sprite.svg?url';

export const game: GameModule = {
  icon: 'ft-vizier',
  sprite,
  keepsakes: () => import('./board/DjinnCard.svelte'),
  recognises: (position) => 'tiles' in position,
  art: () => import('./Art.svelte'),
  board: () => import('./board'),
  editor: () => import('./editor'),
  lesson: () => import('./lesson'),
  figures: () => import('./figures'),
  setup: () => import('./Setup.svelte'),
};
