import { control, divIcon, map as createMap, marker, tileLayer } from 'leaflet';
import 'leaflet/dist/leaflet.css';
import './draw-map.css';

const zoom = 13;

/** Draws the map of the place that the element's data name. The page's wheel and a finger go on scrolling the page. */
export function drawMap(element: HTMLElement): void {
  const { tiles = '', latitude, longitude, zoomIn = '+', zoomOut = '−' } = element.dataset;
  const centre: [number, number] = [Number(latitude), Number(longitude)];
  const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches;
  const map = createMap(element, {
    center: centre,
    zoom,
    attributionControl: false,
    zoomControl: false,
    scrollWheelZoom: false,
    dragging: matchMedia('(pointer: fine)').matches,
    zoomAnimation: !isCalm,
    fadeAnimation: !isCalm,
    markerZoomAnimation: !isCalm,
    inertia: !isCalm,
  });
  control.zoom({ zoomInTitle: zoomIn, zoomOutTitle: zoomOut }).addTo(map);
  tileLayer(tiles).addTo(map);
  const icon = divIcon({ className: 'map-pin', iconSize: [28, 28], iconAnchor: [14, 28] });
  marker(centre, { icon, interactive: false, keyboard: false }).addTo(map);
}
