const names: Record<string, string> = {
  black: 'Black circle',
  red: 'Red square',
  orange: 'Orange triangle',
  yellow: 'Yellow diamond',
  light_blue: 'Light blue pentagon',
  blue: 'Blue hexagon',
  green: 'Green triangle, pointing down',
  violet: 'Violet cross',
};

export const bulletTexts = (bullet: string): string => names[bullet] ?? bullet;
