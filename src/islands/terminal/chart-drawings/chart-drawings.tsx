/** All that drawings need, in one script of its own: loaded with the first drawing. */
export { DrawingLayer } from './drawing-layer.tsx';
export { DrawingSettings } from './drawing-settings.tsx';
