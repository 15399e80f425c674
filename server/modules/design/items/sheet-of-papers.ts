import type { ItemSettings } from '#contract/item-settings.ts';
import { Permission } from '#domain/access/actor.ts';
import type { Chunks } from '#domain/chunks.ts';
import { PaperForm, paperFormLabel } from '#domain/enumerations/paper-form.ts';
import { allApplicantsGroup, paperColumns, paperRequiredLabel } from '#domain/items/item-columns.ts';
import { isRefusal } from '#domain/refusals/refusals.ts';
import type { SheetChange, SheetProblem, SheetRow, SheetValue } from '#domain/sheets/import-sheet.ts';
import { hasRequiredCells, importableSheet, problemAt } from '#server/framework/lists/importable-sheet.ts';
import { lockOfficeParts } from '#server/modules/organisation/office/service.ts';
import { lockItems } from './queries.ts';
import { publishItem } from './service.ts';
import { readStoredItems, type StoredItems } from './stored-items.ts';

type Paper = ItemSettings['papers'][number];

interface State extends StoredItems {
  existingRows: SheetRow[];
}

const text = (value: SheetValue | undefined) => (typeof value === 'string' ? value : '');

function rowsOf({ taskCode, papers, situations }: ItemSettings): SheetRow[] {
  const lists = [{ id: allApplicantsGroup, papers }, ...situations];
  return lists.flatMap(({ id, papers: papersOfSituation }) =>
    papersOfSituation.map((paper) => ({
      taskCode,
      situation: id,
      name: paper.name,
      form: paperFormLabel[paper.form],
      copies: paper.copies,
      required: paper.required ? paperRequiredLabel.yes : paperRequiredLabel.no,
      note: paper.note,
    })),
  );
}

function paperOf({ values }: SheetChange): Paper {
  return {
    name: text(values.name),
    form: Object.values(PaperForm).find((form) => paperFormLabel[form] === values.form) ?? PaperForm.copy,
    copies: Number(values.copies ?? 1),
    required: values.required !== paperRequiredLabel.no,
    note: text(values.note),
  };
}

/** Replaces an existing material at its position, or appends a new one. */
function withPaper(papers: readonly Paper[], paper: Paper): Paper[] {
  const paperIndex = papers.findIndex(({ name, form }) => name === paper.name && form === paper.form);
  return paperIndex < 0
    ? [...papers, paper]
    : papers.map((current, index) =>
        // The sheet has no column for 容缺.
        index === paperIndex ? { ...paper, ...(current.rare && { rare: true }) } : current,
      );
}

/** Returns the items with the changes of the rows, by code. */
function applyRowsToItems(changes: readonly SheetChange[], { items }: State): Map<string, ItemSettings> {
  const after = new Map<string, ItemSettings>();
  for (const change of changes) {
    const code = text(change.values.taskCode);
    const settings = after.get(code) ?? items.get(code)?.settings;
    if (!settings) continue;
    const paper = paperOf(change);
    const { situation } = change.values;
    after.set(
      code,
      situation === allApplicantsGroup
        ? { ...settings, papers: withPaper(settings.papers, paper) }
        : {
            ...settings,
            situations: settings.situations.map((current) =>
              current.id === situation ? { ...current, papers: withPaper(current.papers, paper) } : current,
            ),
          },
    );
  }
  return after;
}

function* problemsOf(changes: readonly SheetChange[], state: State): Chunks<SheetProblem[]> {
  const different = changes.filter(hasRequiredCells(paperColumns)).filter(({ kind }) => kind !== 'same');
  const referenceProblems = different.flatMap((change) => {
    const code = text(change.values.taskCode);
    const situation = text(change.values.situation);
    const item = state.items.get(code);
    const problemIn = (key: string, message: string) => [problemAt(paperColumns, change, key, message)];
    if (!item) return problemIn('taskCode', `没有编码为“${code}”的事项`);
    if (!item.isPublished) return problemIn('taskCode', `事项“${item.settings.name}”已停用，请先发布`);
    const hasSituation =
      situation === allApplicantsGroup || item.settings.situations.some(({ id }) => id === situation);
    return hasSituation
      ? []
      : problemIn('situation', `事项“${item.settings.name}”没有编码为“${situation}”的情形`);
  });
  const byItem = Map.groupBy(different, ({ values }) => values.taskCode);
  const problems: SheetProblem[] = [];
  for (const [code, settings] of applyRowsToItems(different, state)) {
    yield;
    const [first] = byItem.get(code) ?? [];
    if (!first || !state.items.get(code)?.isPublished) continue;
    const problemIn = (message: string) =>
      problemAt(paperColumns, first, '', `事项“${settings.name}”：${message}`);
    problems.push(...state.problemsOf(settings).map(({ message }) => problemIn(message)));
  }
  return [...referenceProblems, ...problems];
}

/**
 * 申请材料 as a spreadsheet, a row for each material: an item with a difference is published as its next version.
 */
export const sheetOfPapers = importableSheet<State>({
  name: 'item-papers',
  title: '申请材料',
  columns: () => paperColumns,
  keys: ['taskCode', 'situation', 'name', 'form'],
  permission: Permission.publishItem,
  lockOffice: lockOfficeParts,
  // An import locks all items.
  lock: lockItems,
  async read(db, context) {
    const storedItems = await readStoredItems(db, context);
    return {
      ...storedItems,
      existingRows: [...storedItems.items.values()].flatMap(({ settings }) => rowsOf(settings)),
    };
  },
  check: problemsOf,
  async apply(tx, changes, state, context) {
    for (const settings of applyRowsToItems(changes, state).values()) {
      const result = await publishItem(tx, context, settings);
      if (isRefusal(result))
        throw new Error(`Rows without validation problems were refused: ${settings.taskCode}`);
    }
  },
});
