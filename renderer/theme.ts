import { Button, createTheme, Menu, PasswordInput, Textarea, TextInput } from '@mantine/core';
import type { MantineColorsTuple } from '@mantine/core';

import controls from './styles/controls.module.css';

const mat: MantineColorsTuple = [
  '#ebf4ef',
  '#d5e8df',
  '#a9d2c0',
  '#79bb9f',
  '#4fa583',
  '#2f8c6c',
  '#177358',
  '#0c5646',
  '#0a4739',
  '#07352b',
];

const field = {
  size: 'lg',
  classNames: {
    input: controls.input,
    label: controls.label,
    error: controls.error,
    description: controls.hint,
  },
};

/** Sizes for gloved hands and class names. `styles/mantine.css` maps Mantine's tokens to ours. */
export const theme = createTheme({
  colors: { mat },
  primaryColor: 'mat',
  primaryShade: 7,
  fontFamily: 'var(--font)',
  fontFamilyMonospace: 'var(--mono)',
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    Button: Button.extend({
      defaultProps: { size: 'lg', variant: 'filled' },
      classNames: { root: controls.button },
    }),
    TextInput: TextInput.extend({ defaultProps: field }),
    Textarea: Textarea.extend({ defaultProps: field }),
    PasswordInput: PasswordInput.extend({
      defaultProps: {
        ...field,
        rightSectionWidth: '3.5rem',
        classNames: { ...field.classNames, visibilityToggle: controls.toggle },
      },
    }),
    Menu: Menu.extend({
      // Its placeholder can have the focus, but a menu may contain nothing but items that can.
      defaultProps: {
        transitionProps: { duration: 100 },
        radius: 'md',
        withInitialFocusPlaceholder: false,
      },
      classNames: { dropdown: controls.dropdown, item: controls.menuItem },
    }),
  },
});
