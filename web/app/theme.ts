import type { ThemeConfig } from 'antd';

/** Asked of the components too: they would wait for the end of a motion that the style has taken away. */
const lessMotion = matchMedia('(prefers-reduced-motion: reduce)').matches;

/** The tokens of the look; every text pair is at 4.5:1 or better on white and on the page grey. */
export const theme: ThemeConfig = {
  hashed: false,
  token: {
    motion: !lessMotion,
    colorPrimary: '#1557B0',
    colorLink: '#1557B0',
    colorLinkHover: '#104588',
    colorSuccess: '#1B7A3A',
    colorWarning: '#8F5400',
    // Derived from so dark a tone the ground of a notice would be mud.
    colorWarningBg: '#FFF8EB',
    colorWarningBorder: '#E8C98F',
    colorError: '#C22A2A',
    colorInfo: '#0E6E8C',
    colorText: '#1F2329',
    colorTextSecondary: '#4E5969',
    colorTextTertiary: '#4E5969',
    colorTextDescription: '#4E5969',
    colorTextPlaceholder: '#667080',
    colorTextDisabled: '#667080',
    colorBorder: '#868E9C',
    colorBorderDisabled: '#C3C8D1',
    colorBorderSecondary: '#E5E8EE',
    colorSplit: '#E5E8EE',
    colorBgLayout: '#F5F7FA',
    controlItemBgActive: '#EAF1FB',
    controlItemBgActiveHover: '#DCE8F8',
    fontFamily: '"PingFang SC", "Microsoft YaHei", "Noto Sans SC", "Noto Sans CJK SC", sans-serif',
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
      headerBg: '#F5F7FA',
      headerColor: '#4E5969',
      headerSplitColor: 'transparent',
      rowSelectedBg: '#EAF1FB',
      rowSelectedHoverBg: '#DCE8F8',
      rowHoverBg: '#F5F8FD',
      borderColor: '#E5E8EE',
    },
    Modal: { titleFontSize: 16 },
    // A notice waits below whatever dialog is being answered.
    Notification: { zIndexPopup: 900 },
    Tabs: { horizontalMargin: '0' },
    Button: { primaryShadow: 'none', defaultShadow: 'none', dangerShadow: 'none' },
  },
};
