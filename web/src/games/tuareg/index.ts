import type { GameModule } from '../types';
import './colours.css';
import sprite from './sprite.svg?url';

export const game: GameModule = {
  icon: 'tu-camel',
  sprite,
  keepsake: (key) => `tu-special-${key}`,
  recognises: (position) => 'market' in position,
  art: () => import('./Art.svelte'),
  board: () => import('./board'),
  editor: () => import('./editor'),
  lesson: () => import('./lesson'),
  figures: () => import('./figures'),
};
