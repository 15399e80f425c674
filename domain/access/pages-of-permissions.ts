import { Permission } from './actor.ts';

/**
 * The menu codes of the pages on which an administrator permission is used: a person who can open none of
 * them cannot use the permission. The permission to manage roles has the page that restores menus, so that no
 * other page must be protected (0085).
 */
export const pagesOfPermission: Partial<Record<string, readonly string[]>> = {
  [Permission.publishProcess]: ['processes'],
  [Permission.publishForm]: ['forms', 'shared-elements'],
  [Permission.publishRule]: ['rules'],
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

/** Returns the administrator permissions of a role whose pages it does not open. */
export function listPermissionsWithoutPage(
  permissions: readonly string[],
  menus: readonly string[],
): string[] {
  return permissions.filter((permission) => {
    const pages = pagesOfPermission[permission];
    return pages !== undefined && !pages.some((page) => menus.includes(page));
  });
}
