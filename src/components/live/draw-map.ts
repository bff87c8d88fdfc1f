import { control, divIcon, map as createMap, marker, tileLayer } from 'leaflet';
import libraryStyle from 'leaflet/dist/leaflet.css?url';
import ownStyle from './draw-map.css?url';

const zoom = 13;

/** Adds a style sheet at run time. An imported one would be linked by every page that may have a map. */
function addStyle(href: string): Promise<unknown> {
  const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href });
  document.head.append(link);
  return new Promise((loaded) => link.addEventListener('load', loaded));
}

/** Draws the map of the location in the element's data. The wheel and one-finger drags still scroll the page. */
export async function drawMap(element: HTMLElement): Promise<void> {
  await Promise.all([libraryStyle, ownStyle].map(addStyle));
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
