import type { BundlePart } from '#domain/office/bundle-parts.ts';
import {
  sheetOfGroups,
  sheetOfHalls,
  sheetOfOrganisations,
  sheetOfPosts,
  sheetOfWindows,
} from '#server/modules/organisation/office/service.ts';
import { documentsPart, formsPart, itemsPart, processesPart } from './design-parts.ts';
import { elementsPart } from './elements-part.ts';
import type { Part } from './part.ts';
import { rulesPart } from './rules-part.ts';
import { archivePart, categoriesPart, holidaysPart, rolesPart } from './setting-parts.ts';
import { attachForeignRoots, sheetPart } from './sheet-part.ts';

export const parts: Readonly<Record<BundlePart, Part>> = {
  categories: categoriesPart,
  organisations: sheetPart('organisations', sheetOfOrganisations, attachForeignRoots),
  halls: sheetPart('halls', sheetOfHalls),
  windows: sheetPart('windows', sheetOfWindows),
  posts: sheetPart('posts', sheetOfPosts),
  groups: sheetPart('groups', sheetOfGroups),
  roles: rolesPart,
  rules: rulesPart,
  elements: elementsPart,
  forms: formsPart,
  processes: processesPart,
  items: itemsPart,
  documents: documentsPart,
  archive: archivePart,
  holidays: holidaysPart,
};
