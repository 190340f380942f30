import {
  Badge,
  type CSSVariablesResolver,
  createTheme,
  type DrawerHeaderProps,
  type DrawerTitleProps,
  Loader,
  type MenuProps,
  type ModalHeaderProps,
  type ModalProps,
  type ModalTitleProps,
  Notification,
} from '@mantine/core';

/** Where axe sees nothing, a test computes: borders of inputs, switches and focus rings have 3:1 against what is around. */
export const theme = createTheme({
  primaryColor: 'indigo',
  primaryShade: 8,
  defaultRadius: 8,
  fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif',
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace',
  fontSizes: { xs: '0.75rem', sm: '0.875rem', md: '0.875rem', lg: '1rem', xl: '1.25rem' },
  headings: {
    fontWeight: '600',
    sizes: { h1: { fontSize: '1.5rem' }, h2: { fontSize: '1.25rem' }, h3: { fontSize: '1rem' } },
  },
  lineHeights: { md: '1.5' },
  respectReducedMotion: true,
  cursorType: 'pointer',
  components: {
    Badge: Badge.extend({ defaultProps: { tt: 'none', fw: 600, radius: 'sm', variant: 'light' } }),
    Loader: Loader.extend({ defaultProps: { size: 'sm' } }),
    // What it adds for the focus is no item, and a menu has nothing but items.
    // Only as types: these two are loaded when one is first opened.
    Menu: { defaultProps: { withInitialFocusPlaceholder: false } satisfies Partial<MenuProps> },
    Modal: { defaultProps: { centered: true } satisfies Partial<ModalProps> },
    // A header there is none of the page.
    ModalHeader: { defaultProps: { role: 'presentation' } satisfies Partial<ModalHeaderProps> },
    DrawerHeader: { defaultProps: { role: 'presentation' } satisfies Partial<DrawerHeaderProps> },
    // One size for what opens over a view, whatever it is.
    ModalTitle: { defaultProps: { fz: 'xl', fw: 600 } satisfies Partial<ModalTitleProps> },
    DrawerTitle: { defaultProps: { fz: 'xl', fw: 600 } satisfies Partial<DrawerTitleProps> },
    Notification: Notification.extend({ defaultProps: { withBorder: true } }),
  },
});

/** Colours of the kit whose contrast is too low, replaced by such as have enough. */
export const resolveVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-dimmed': '#5c636a',
    '--mantine-color-placeholder': '#5c636a',
    '--mantine-color-error': '#a11919',
    '--mantine-color-anchor': '#3b5bdb',
    '--loadout-border': '#868e96',
    '--loadout-focus': '#3b5bdb',
    '--loadout-switch-on': '#3b5bdb',
    '--loadout-good-text': '#14662e',
    '--loadout-good-tint': '#e3f5e8',
    '--loadout-warning-text': '#7a4700',
    '--loadout-warning-tint': '#fff1d1',
    '--loadout-bad-text': '#a11919',
    '--loadout-bad-tint': '#ffe6e6',
    '--loadout-quiet-text': '#555b61',
    '--loadout-quiet-tint': '#f1f3f5',
    '--loadout-note-text': '#2f44ad',
    '--loadout-note-tint': '#e9eeff',
  },
  dark: {
    '--mantine-color-dimmed': '#a6a7ab',
    '--mantine-color-placeholder': '#a6a7ab',
    '--mantine-color-error': '#ffa3a3',
    '--mantine-color-anchor': '#91a7ff',
    '--loadout-border': '#7a7a7a',
    '--loadout-focus': '#91a7ff',
    '--loadout-switch-on': '#6585fb',
    '--loadout-good-text': '#86e0a0',
    '--loadout-good-tint': '#16301e',
    '--loadout-warning-text': '#ffd07a',
    '--loadout-warning-tint': '#3a2b0b',
    '--loadout-bad-text': '#ffa3a3',
    '--loadout-bad-tint': '#3d1818',
    '--loadout-quiet-text': '#b8bbbf',
    '--loadout-quiet-tint': '#303030',
    '--loadout-note-text': '#b5c3ff',
    '--loadout-note-tint': '#20284a',
  },
});
