import { PaperForm } from '../enumerations/paper-form.ts';
import { maxCopies, type Paper } from '../materials/materials.ts';
import type { Problem } from '../refusals/refusals.ts';

/**
 * 情形: a choice of the applicant that decides materials and forms. The situations of an item form a tree, and
 * the applicant chooses one on each level; the materials and forms of a situation are also required below it.
 */
export interface Situation {
  id: string;
  name: string;
  /** Null for the first level. */
  parent: string | null;
  papers: readonly Paper[];
  /** Codes of the forms that the situation requires. */
  forms: readonly string[];
}

/** A situation as a node of its tree (S2 §3). */
export interface SituationNode {
  id: string;
  key: string;
  name: string;
  title: string;
  /** All names from the first level down, joined by `/`. */
  fullname: string;
  /** `0` for the first level. */
  parent: string;
  /** Level, from 1. */
  level: number;
  sortBy: number;
  isLeaf: boolean;
}

/** Limits above the number that a person reads and the depth that a person chooses from. */
export const situationLimits = { situations: 500, levels: 5, copies: maxCopies } as const;

/**
 * An entry of a tree, placed by its parent's id; an entry whose parent does not exist is on the first level.
 */
interface TreeEntry {
  id: string;
  parent: string | null;
}

/** Returns the situation and all above it, from the first level down; empty if the id is unknown. */
export function pathTo<Entry extends TreeEntry>(situations: readonly Entry[], id: string): Entry[] {
  const byId = new Map(situations.map((situation) => [situation.id, situation]));
  const path: Entry[] = [];
  for (
    let current = byId.get(id);
    current !== undefined && !path.includes(current);
    current = byId.get(current.parent ?? '')
  ) {
    path.unshift(current);
  }
  return path;
}

/** Returns the situations as nodes, each level in the order of the item. */
export function situationNodes(situations: readonly Situation[]): SituationNode[] {
  const parentIds = new Set(situations.map(({ parent }) => parent));
  return situations.map((situation, index) => {
    const { id, name, parent } = situation;
    const path = pathTo(situations, id);
    return {
      id,
      key: id,
      name,
      title: name,
      fullname: path.map((entry) => entry.name).join('/'),
      parent: parent ?? '0',
      level: path.length,
      sortBy: index + 1,
      isLeaf: !parentIds.has(id),
    };
  });
}

/**
 * Returns the materials that an item requires in the chosen situations: the item's own, for every applicant,
 * then those of each situation from the first level down. A material that appears twice is listed once, with
 * the greater number of copies, as required if either is, and as one that may be lacking if both are.
 */
export function papersFor(
  item: { papers: readonly Paper[]; situations: readonly (TreeEntry & { papers: readonly Paper[] })[] },
  chosen: readonly string[],
): Paper[] {
  const requiredByKey = new Map<string, Paper>();
  for (const paper of [
    ...item.papers,
    ...withAncestors(item.situations, chosen).flatMap((one) => one.papers),
  ]) {
    const key = JSON.stringify([paper.name, paper.form]);
    const before = requiredByKey.get(key);
    requiredByKey.set(key, before === undefined ? paper : combinePapers(before, paper));
  }
  return [...requiredByKey.values()];
}

function combinePapers(one: Paper, other: Paper): Paper {
  const notes = new Set([one.note, other.note].filter((note) => note !== ''));
  const { rare, ...rest } = one;
  return {
    ...rest,
    ...(rare && other.rare && { rare }),
    copies: Math.max(one.copies, other.copies),
    required: one.required || other.required,
    note: [...notes].join('；'),
  };
}

/** Returns the codes of the forms for the chosen situations, in the order of the item. */
export function formsOfSituations(
  item: { formCodes: readonly string[]; situations: readonly Situation[] },
  chosen: readonly string[],
): string[] {
  const requiredForms = new Set(withAncestors(item.situations, chosen).flatMap(({ forms }) => forms));
  return item.formCodes.filter((code) => requiredForms.has(code));
}

/** Returns the codes of the forms that every applicant fills in, in whatever situation. */
export function formsOfAllApplicants(item: {
  formCodes: readonly string[];
  situations: readonly Situation[];
}): string[] {
  const dependents = new Set(item.situations.flatMap(({ forms }) => forms));
  return item.formCodes.filter((code) => !dependents.has(code));
}

/** Returns the chosen situations with all their ancestors, each once, in the order of the item. */
function withAncestors<Entry extends TreeEntry>(
  situations: readonly Entry[],
  chosen: readonly string[],
): Entry[] {
  const ids = new Set(chosen.flatMap((id) => pathTo(situations, id).map((one) => one.id)));
  return situations.filter(({ id }) => ids.has(id));
}

/**
 * Returns the situations of an order according to its forms: those whose name, and all names above it, were
 * chosen there; only the most specific ones.
 */
export function situationsInForms(
  situations: readonly Pick<Situation, 'id' | 'name' | 'parent'>[],
  chosenNames: ReadonlySet<string>,
): string[] {
  const matching = situations.filter(({ id }) =>
    pathTo(situations, id).every(({ name }) => chosenNames.has(name)),
  );
  return matching.filter(({ id }) => !matching.some(({ parent }) => parent === id)).map(({ id }) => id);
}

/** Returns the required materials that are missing: no file and no filled field has the material's name. */
export function missingPapers(papers: readonly Paper[], submittedNames: readonly string[]): Paper[] {
  return papers.filter(
    ({ name, required }) => required && !submittedNames.some((submittedName) => submittedName.includes(name)),
  );
}

/**
 * Returns every problem that prevents publishing an item with these materials and situations. `titleOf` returns
 * the title of a form by its code.
 */
export function checkSituations(
  item: {
    formCodes: readonly string[];
    papers: readonly Paper[];
    situations: readonly Situation[];
  },
  titleOf: (code: string) => string = (code) => code,
): Problem[] {
  const { situations, formCodes } = item;
  const ids = new Set(situations.map(({ id }) => id));
  const tooMany = situations.length > situationLimits.situations;
  return [
    ...(tooMany ? [{ field: 'situations', message: `情形最多 ${situationLimits.situations} 项` }] : []),
    ...checkPapers(item.papers, 'papers'),
    ...situations.flatMap((situation, index) => {
      const field = `situations[${index}]`;
      const problems: Problem[] = [];
      const report = (part: string, message: string) =>
        problems.push({ field: `${field}.${part}`, message: `情形“${situation.name}”：${message}` });
      if (situation.name.trim() === '') problems.push({ field: `${field}.name`, message: '请填写情形名称' });
      if (situation.id.trim() === '') report('id', '请填写编码');
      if (situations.findIndex(({ id }) => id === situation.id) < index) report('id', '编码重复');
      if (situation.parent !== null && !ids.has(situation.parent)) report('parent', '没有上级情形');
      const path = pathTo(situations, situation.id);
      if (path[0]?.parent != null && ids.has(path[0].parent)) report('parent', '上级情形互相包含');
      if (path.length > situationLimits.levels) report('parent', `最多 ${situationLimits.levels} 级`);
      for (const code of situation.forms) {
        if (!formCodes.includes(code)) report('forms', `事项没有选择表单“${titleOf(code)}”`);
      }
      return [...problems, ...checkPapers(situation.papers, `${field}.papers`)];
    }),
  ];
}

/**
 * Checks the materials of one list. A material is identified by name and form: a repetition in one list is a
 * problem.
 */
function checkPapers(papers: readonly Paper[], field: string): Problem[] {
  return papers.flatMap((paper, index) => {
    const { name, form } = paper;
    const first = papers.findIndex((each) => each.name === name && each.form === form);
    const isRepeated = name.trim() !== '' && first < index;
    return [
      ...checkPaper(paper, `${field}[${index}]`),
      ...(isRepeated
        ? [{ field: `${field}[${index}].name`, message: `材料“${name}”：与第 ${first + 1} 项重复` }]
        : []),
    ];
  });
}

function checkPaper(paper: Paper, field: string): Problem[] {
  const problems: Problem[] = [];
  const report = (part: string, message: string) =>
    problems.push({ field: `${field}.${part}`, message: `材料“${paper.name}”：${message}` });
  if (paper.name.trim() === '') problems.push({ field: `${field}.name`, message: '请填写材料名称' });
  if (!Object.values(PaperForm).includes(paper.form)) report('form', '材料形式不正确');
  const isCount = Number.isInteger(paper.copies) && paper.copies >= 1;
  if (!isCount || paper.copies > situationLimits.copies)
    report('copies', `份数应为 1 至 ${situationLimits.copies}`);
  return problems;
}
