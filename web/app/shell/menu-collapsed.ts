/** Key of the browser's storage under which a collapsed side menu is `1`. */
export const menuCollapsedKey = 'banjian.sideMenuCollapsed';
