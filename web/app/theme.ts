import type { ThemeConfig } from 'antd';
import type { PortalTheme } from '#domain/enumerations/portal-theme.ts';
import { elderTokens, tokens as standardTokens } from '../toolkit/styles/tokens.ts';

/**
 * True if the person has chosen reduced motion. The components get this too: otherwise they would wait for the
 * end of an animation that the style has removed.
 */
const isMotionReduced = matchMedia('(prefers-reduced-motion: reduce)').matches;

/** Returns Ant Design's settings for a theme; the colours are those of `tokens.ts`. */
const themeOf = (tokens: Readonly<Record<keyof typeof standardTokens, string>>): ThemeConfig => ({
  hashed: false,
  // The styles are in a sheet that the build writes (`virtual:antd.css`); generating them took 300 ms on a
  // phone.
  zeroRuntime: true,
  cssVar: { key: 'portal' },
  token: {
    motion: !isMotionReduced,
    colorPrimary: tokens.primary,
    colorLink: tokens.primary,
    colorLinkHover: tokens['primary-dark'],
    colorSuccess: tokens.success,
    colorWarning: tokens.warning,
    // Derived from such a dark tone, the background of a notice would be muddy.
    colorWarningBg: tokens['warning-background'],
    colorWarningBorder: tokens['warning-border'],
    colorSuccessBg: tokens['success-background'],
    colorSuccessBorder: tokens['success-border'],
    colorErrorBg: tokens['error-background'],
    colorErrorBorder: tokens['error-border'],
    colorError: tokens.error,
    // The derived colour is lighter, and white text on it has less contrast than 4.5:1.
    colorErrorHover: tokens['error-dark'],
    colorInfo: tokens.info,
    colorText: tokens.text,
    colorTextSecondary: tokens['text-second'],
    colorTextTertiary: tokens['text-second'],
    colorTextDescription: tokens['text-second'],
    colorTextPlaceholder: tokens.placeholder,
    colorTextDisabled: tokens.placeholder,
    colorBorder: tokens['control-border'],
    colorBorderDisabled: tokens['disabled-border'],
    colorBorderSecondary: tokens.divider,
    colorSplit: tokens.divider,
    colorBgLayout: tokens.page,
    controlItemBgActive: tokens.selected,
    controlItemBgActiveHover: tokens['selected-strong'],
    fontFamily: tokens.font,
    fontSize: 14,
    lineHeight: 22 / 14,
    borderRadius: 6,
    borderRadiusLG: 8,
    motionDurationFast: '0.08s',
    motionDurationMid: '0.12s',
    motionDurationSlow: '0.15s',
    wireframe: false,
  },
  components: {
    Table: {
      cellPaddingBlock: 8,
      cellPaddingInline: 12,
      headerBg: tokens.page,
      headerColor: tokens['text-second'],
      headerSplitColor: 'transparent',
      rowSelectedBg: tokens.selected,
      rowSelectedHoverBg: tokens['selected-strong'],
      rowHoverBg: tokens['row-hover'],
      borderColor: tokens.divider,
    },
    // A notice stays below any open dialog.
    Notification: { zIndexPopup: 900 },
    Tabs: { horizontalMargin: '0' },
    Button: { primaryShadow: 'none', defaultShadow: 'none', dangerShadow: 'none' },
  },
});

/** Returns a theme with its sizes, under its own key, because the library caches the variables per key. */
function withSizes(key: string, theme: ThemeConfig, sizes: ThemeConfig['token'], cell?: number): ThemeConfig {
  return {
    ...theme,
    cssVar: { key },
    token: { ...theme.token, ...sizes },
    components: {
      ...theme.components,
      ...(cell !== undefined && { DatePicker: { cellWidth: cell, cellHeight: cell } }),
    },
  };
}

const standard = themeOf(standardTokens);
const elder = themeOf({ ...standardTokens, ...elderTokens });
/** On a phone, text is larger, and every touch target has the height of a thumb's width. */
const phoneSizes = { controlHeight: 44, controlHeightSM: 44, controlHeightLG: 48 };
/** 长辈版: 18 px, and targets of 48 px; small ones fit into the bar of a page. */
const elderSizes = {
  fontSize: 18,
  lineHeight: 1.5,
  controlHeight: 48,
  controlHeightSM: 44,
  controlHeightLG: 52,
};

/**
 * Ant Design's settings for each theme, on a desktop or a phone; seven days fit side by side on the narrowest
 * phone.
 */
export const themes: Readonly<Record<PortalTheme, { desktop: ThemeConfig; phone: ThemeConfig }>> = {
  standard: {
    desktop: standard,
    phone: withSizes('portal-phone', standard, { fontSize: 16, lineHeight: 1.5, ...phoneSizes }, 40),
  },
  elder: {
    desktop: withSizes('portal-elder', elder, elderSizes),
    phone: withSizes('portal-elder-phone', elder, elderSizes, 40),
  },
};
