export { OutletChip, OutletChoice, useOutletName } from './outlet-choice.tsx';
export { PlaceLink } from './place-link.tsx';
