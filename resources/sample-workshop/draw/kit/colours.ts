/** Materials of the devices, kept quiet so that markers stand out. */
export const material = {
  ink: '#222a31',
  graphite: '#3b444c',
  slate: '#5b6670',
  rubber: '#2d3034',
  steel: '#b7c0c7',
  iron: '#828c95',
  alu: '#cfd5d9',
  white: '#eef0ee',
  cream: '#e6dfd0',
  teal: '#2f7f86',
  navy: '#2f4a68',
  sand: '#c9b48c',
  rust: '#b8673a',
  copper: '#c17c46',
  brass: '#c8a24e',
  board: '#24684f',
  boardBlue: '#29567f',
  red: '#b9443d',
  amber: '#d79a35',
  green: '#4d8a54',
  blue: '#3d6ea5',
  glass: '#a9c7d6',
  wood: '#b98d5e',
  yellow: '#d8b73c',
  violet: '#77599a',
} as const;

/** Marker colours, one per coloured bullet. */
export const bulletColour = {
  red: '#e02d36',
  orange: '#f0821a',
  yellow: '#f2c40f',
  light_blue: '#45b4ea',
  blue: '#1b5fc8',
  green: '#26a148',
  violet: '#8a3fc6',
} as const;

export type MarkerColour = keyof typeof bulletColour;
