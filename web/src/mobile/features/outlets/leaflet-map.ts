import L from 'leaflet';
import 'leaflet/dist/leaflet.css';
import styles from './leaflet-map.module.css';

export interface Point {
  latitude: number;
  longitude: number;
}

export interface MapOptions {
  tileUrl: string;
  attribution: string;
  at: Point;
  texts: { zoomIn: string; zoomOut: string };
  /** Called with the centre after each move by the user; without it the map shows a marker. */
  onMove?(middle: Point): void;
  /** Called when the first tile has loaded. */
  onShown(): void;
  /** Called when the first tile has failed. */
  onFailed(): void;
}

export interface OpenMap {
  moveTo(point: Point): void;
  remove(): void;
}

const initialZoom = 16;

/** Renders a map into an element. This module, Leaflet and its styles are loaded on demand. */
export function openMap(box: HTMLElement, options: MapOptions): OpenMap {
  const { at, texts, onMove } = options;
  const map = L.map(box, { center: [at.latitude, at.longitude], zoom: initialZoom, zoomControl: false });
  L.control.zoom({ position: 'bottomright', zoomInTitle: texts.zoomIn, zoomOutTitle: texts.zoomOut }).addTo(map);
  map.attributionControl.setPrefix(false);
  L.tileLayer(options.tileUrl, { attribution: options.attribution, maxZoom: 19, referrerPolicy: 'origin' })
    .once('tileload', options.onShown)
    .once('tileerror', options.onFailed)
    .addTo(map);
  let byHand = true;
  if (onMove) {
    map.on('moveend', () => {
      if (!byHand) return;
      const { lat, lng } = map.wrapLatLng(map.getCenter());
      onMove({ latitude: Number(lat.toFixed(6)), longitude: Number(lng.toFixed(6)) });
    });
  } else {
    const icon = L.divIcon({ className: styles.marker, iconSize: [32, 32], iconAnchor: [16, 32] });
    L.marker([at.latitude, at.longitude], { icon, keyboard: false }).addTo(map);
  }
  return {
    moveTo({ latitude, longitude }) {
      byHand = false;
      map.setView([latitude, longitude], map.getZoom(), { animate: false });
      byHand = true;
    },
    remove: () => void map.remove(),
  };
}
