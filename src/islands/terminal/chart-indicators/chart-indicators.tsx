/** All that indicators need, in one script of its own: loaded with the first indicator. */
export { IndicatorLayer } from './indicator-layer.tsx';
export { IndicatorSettings } from './indicator-settings.tsx';
