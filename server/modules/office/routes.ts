import { postSheet } from '#contract/office-posts.ts';
import { Permission } from '#domain/access/actor.ts';
import { permission } from '#server/http/access.ts';
import type { App } from '#server/http/route.ts';
import { mountSheetImport } from '#server/modules/sheet-imports/service.ts';
import { sheetOfPosts } from './sheet-of-posts.ts';

const manage = permission(Permission.manageOrganisation);

/** What the office is made of, kept by its administrator. */
export function mountOffice(app: App): void {
  mountSheetImport(app, postSheet, manage, sheetOfPosts);
}
