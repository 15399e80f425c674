import { Permission } from './actor.ts';

/**
 * The pages by which a right of running the portal is used, as codes of menus: a person who can open none of them
 * cannot use the right. For the right to manage roles it is the page on which menus are given back, so that no other
 * page has to be kept (0085).
 */
export const pagesOfRight: Partial<Record<string, readonly string[]>> = {
  [Permission.publishProcess]: ['processes'],
  [Permission.publishForm]: ['forms'],
  [Permission.publishItem]: ['items'],
  [Permission.manageOrganisation]: ['organisations', 'windows', 'posts'],
  [Permission.manageStaff]: ['accounts'],
  [Permission.manageRole]: ['roles'],
  [Permission.manageSecurity]: ['sessions', 'login-events', 'login-policy'],
  [Permission.manageCalendar]: ['holidays'],
  [Permission.manageTemplates]: ['message-templates'],
  [Permission.manageDocuments]: ['document-templates', 'document-series'],
  [Permission.readAudit]: ['audit'],
  [Permission.operateSystem]: ['operation', 'message-channels'],
};

/** Returns the administrator permissions of a role that has no page for them. */
export function rightsWithoutPage(permissions: readonly string[], menus: readonly string[]): string[] {
  return permissions.filter((right) => {
    const pages = pagesOfRight[right];
    return pages !== undefined && !pages.some((page) => menus.includes(page));
  });
}
