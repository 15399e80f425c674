import { sheetOfPart } from './edit-part.ts';
import { groupPart, hallPart, postPart, windowPart } from './parts.ts';

export { lockOffice, lockOfficeParts } from './office.queries.ts';
export { listProcessesWithKeys } from './parts.queries.ts';
export { sheetOfOrganisations } from './sheet-of-organisations.ts';

export const sheetOfHalls = sheetOfPart(hallPart);
export const sheetOfWindows = sheetOfPart(windowPart);
export const sheetOfPosts = sheetOfPart(postPart);
export const sheetOfGroups = sheetOfPart(groupPart);
