import { initialItemSettings } from '#contract/initial-item-settings.ts';
import type { ItemSettings } from '#contract/item-settings.ts';
import { Permission } from '#domain/access/actor.ts';
import { ApplicantTerm } from '#domain/applicants/applicant-term.ts';
import type { Chunks } from '#domain/chunks.ts';
import { isServiceType, serviceTypeLabel } from '#domain/enumerations/service-type.ts';
import { itemColumns, itemStatusLabel, yesNo } from '#domain/items/item-columns.ts';
import { isRefusal } from '#domain/refusals/refusals.ts';
import type { SheetChange, SheetProblem, SheetRow, SheetValue } from '#domain/sheets/import-sheet.ts';
import { hasRequiredCells, importableSheet, problemAt } from '#server/framework/lists/importable-sheet.ts';
import { lockOfficeParts } from '#server/modules/organisation/office/service.ts';
import { lockItems } from './queries.ts';
import { disableItem, publishItem } from './service.ts';
import { readStoredItems, type StoredItems } from './stored-items.ts';

interface State extends StoredItems {
  existingRows: SheetRow[];
}

const columnsOf = ({ categories }: Pick<State, 'categories'>) =>
  itemColumns(categories.map(({ name }) => name));

/** Returns a summary of several lines as one line, for a cell of the spreadsheet. */
const joinLines = (text: string) => text.replace(/\s+/g, ' ').trim();
const yesNoText = (condition: boolean) => (condition ? yesNo.yes : yesNo.no);

function rowOf(settings: ItemSettings, isPublished: boolean, categories: State['categories']): SheetRow {
  return {
    taskCode: settings.taskCode,
    name: settings.name,
    status: isPublished ? itemStatusLabel.published : itemStatusLabel.disabled,
    category: categories.find(({ id }) => id === settings.categoryId)?.name ?? null,
    orgId: settings.orgId,
    processKey: settings.processKey,
    formCodes: settings.formCodes,
    titleFields: settings.titleFields,
    serveTypes: settings.serveTypes.map((type) => serviceTypeLabel[type]),
    applicantWord: settings.applicantWord,
    duplicateCheck: yesNoText(settings.duplicateCheck),
    secondApproval: yesNoText(settings.secondApproval),
    ownMatter: yesNoText(settings.ownMatter),
    summary: joinLines(settings.summary),
    sortBy: settings.sortBy,
  };
}

const text = (value: SheetValue | undefined) => (typeof value === 'string' ? value : '');
const texts = (value: SheetValue | undefined) => (Array.isArray(value) ? (value as string[]) : []);

/**
 * Returns the list in the stored order if it has the same entries, because the order in the spreadsheet has
 * no meaning.
 */
function keepStoredOrder<Item extends string>(items: Item[], current: readonly Item[]): Item[] {
  const isSame = items.length === current.length && items.every((item) => current.includes(item));
  return isSame ? [...current] : items;
}

/** Returns the settings of the item with the values of the row; settings without a column are unchanged. */
function settingsOf({ values }: SheetChange, { items, categories }: State): ItemSettings {
  const taskCode = text(values.taskCode);
  const current = items.get(taskCode)?.settings ?? initialItemSettings(taskCode, '');
  const types = Object.keys(serviceTypeLabel).filter(isServiceType);
  const summary = text(values.summary);
  return {
    ...current,
    name: text(values.name),
    categoryId: categories.find(({ name }) => name === values.category)?.id ?? '',
    orgId: text(values.orgId),
    processKey: text(values.processKey),
    formCodes: keepStoredOrder(texts(values.formCodes), current.formCodes),
    titleFields: keepStoredOrder(texts(values.titleFields), current.titleFields),
    serveTypes: keepStoredOrder(
      texts(values.serveTypes).flatMap((label) => types.filter((type) => serviceTypeLabel[type] === label)),
      current.serveTypes,
    ),
    applicantWord:
      Object.values(ApplicantTerm).find((term) => term === values.applicantWord) ?? ApplicantTerm.applicant,
    duplicateCheck: values.duplicateCheck === yesNo.yes,
    secondApproval: values.secondApproval === yesNo.yes,
    ownMatter: values.ownMatter === yesNo.yes,
    summary: joinLines(current.summary) === summary ? current.summary : summary,
    sortBy: Number(values.sortBy ?? 100),
  };
}

const isDisabled = ({ values }: SheetChange) => values.status === itemStatusLabel.disabled;

/**
 * Columns of settings with another name in the spreadsheet; a problem of a setting without a column is shown
 * at the whole row.
 */
const columnOfField: Readonly<Record<string, string>> = { categoryId: 'category' };

function* problemsOf(changes: readonly SheetChange[], state: State): Chunks<SheetProblem[]> {
  const columns = columnsOf(state);
  const problems: SheetProblem[] = [];
  for (const change of changes.filter(hasRequiredCells(columns))) {
    yield;
    if (change.kind === 'same') continue;
    if (isDisabled(change)) problems.push(...problemsOfDisabled(change, state));
    else
      for (const { field, message } of state.problemsOf(settingsOf(change, state))) {
        const [head = ''] = field.split(/[.[]/);
        problems.push(problemAt(columns, change, columnOfField[head] ?? head, message));
      }
  }
  return problems;
}

function problemsOfDisabled(change: SheetChange, state: State): SheetProblem[] {
  const statusProblem = (message: string) => [problemAt(columnsOf(state), change, 'status', message)];
  if (change.was === undefined) return statusProblem('新增的事项应为“已发布”');
  const isOnlyStatus = change.fields.every(({ title }) => title === '状态');
  return isOnlyStatus ? [] : statusProblem('停用的事项不能修改；请先改回“已发布”，或只改状态');
}

/**
 * The spreadsheet 事项, with the main settings of each item. A row with a difference is published as the next
 * version, or disabled.
 */
export const sheetOfItems = importableSheet<State>({
  name: 'items',
  title: '事项',
  columns: columnsOf,
  keys: ['taskCode'],
  permission: Permission.publishItem,
  lockOffice: lockOfficeParts,
  // An import locks all items.
  lock: lockItems,
  async read(db, context) {
    const storedItems = await readStoredItems(db, context);
    const existingRows = [...storedItems.items.values()].map(({ settings, isPublished }) =>
      rowOf(settings, isPublished, storedItems.categories),
    );
    return { ...storedItems, existingRows };
  },
  check: problemsOf,
  async apply(tx, changes, state, context) {
    for (const change of changes) {
      const result = isDisabled(change)
        ? await disableItem(tx, text(change.values.taskCode))
        : await publishItem(tx, context, settingsOf(change, state));
      if (isRefusal(result)) throw new Error(`A row without validation problems was refused: ${change.key}`);
    }
  },
});
