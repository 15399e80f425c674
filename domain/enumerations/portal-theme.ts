/** Themes of the portal: the standard one, or one with larger type and stronger contrast (长辈版). */
export const PortalTheme = {
  standard: 'standard',
  elder: 'elder',
} as const;
export type PortalTheme = (typeof PortalTheme)[keyof typeof PortalTheme];

export const portalThemeLabel: Record<PortalTheme, string> = {
  standard: '标准版',
  elder: '长辈版',
};
