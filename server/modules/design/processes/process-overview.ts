import type { CompiledField } from '#domain/forms/compiled-form.ts';
import { flatOptions } from '#domain/forms/option-tree.ts';
import { refuse } from '#domain/refusals/refusals.ts';
import { findsName } from '#domain/texts/name-search.ts';
import { mayBePinyin } from '#domain/texts/spelled-search.ts';
import { stageNodes } from '#domain/workflow/stages.ts';
import { readPlan } from '#domain/workflow/steps/read-plan.ts';
import type { StepHandler } from '#domain/workflow/steps/step-plan.ts';
import type { Db } from '#server/kernel/database/transaction.ts';
import { listCompiledForms } from '#server/modules/design/forms/service.ts';
import { currentDirectory, pinyinOf } from '#server/modules/organisation/organisations/service.ts';
import { listProcesses, usesOfProcesses } from './queries.ts';
import { findPublishedProcess, presentProcess } from './service.ts';

type ProcessUses = Awaited<ReturnType<typeof usesOfProcesses>>;
type Row = Awaited<ReturnType<typeof listProcesses>>[number];

/**
 * Returns every process in its current version, with the items that use it and the orders that run on any of
 * its versions.
 */
export async function overviewOfProcesses(db: Db) {
  const [allVersions, uses] = await Promise.all([listProcesses(db), usesOfProcesses(db)]);
  const rows = [...Map.groupBy(allVersions, ({ key }) => key).values()].flatMap((versions) => {
    const [newest] = versions;
    return newest ? [{ ...presentProcess(newest), ...presentUses(uses, versions) }] : [];
  });
  return { rows };
}

/** Returns the versions of a process, newest first. */
export async function versionsOfProcess(db: Db, key: string) {
  const [allVersions, uses] = await Promise.all([listProcesses(db, key), usesOfProcesses(db)]);
  if (allVersions.length === 0) return refuse('notFound');
  return { rows: allVersions.map((row) => ({ ...presentProcess(row), ...presentUses(uses, [row]) })) };
}

/** Returns the contents of a version: its nodes as text, and its step plan if it was made from one. */
export async function readVersion(db: Db, id: string) {
  const process = await findPublishedProcess(db, id);
  if (!process) return refuse('notFound');
  const { xml, definition } = process;
  return {
    nodes: stageNodes(definition).map(({ id: nodeId, name, candidateNames, limit }) => {
      const node = definition.nodes[nodeId];
      const buttons = node?.kind === 'userTask' ? node.buttons.filter(({ state }) => state === 1) : [];
      return {
        id: nodeId,
        name,
        handlers: candidateNames,
        limit,
        buttons: buttons.map((button) => button.name),
      };
    }),
    plan: readPlan(xml, definition) ?? null,
  };
}

function presentUses({ running, items }: ProcessUses, versions: readonly Pick<Row, 'id'>[]) {
  return {
    running: versions.reduce((sum, { id }) => sum + (running.get(id) ?? 0), 0),
    items: versions
      .flatMap(({ id }) => items.get(id) ?? [])
      .map(({ taskCode, name }) => ({ taskCode, name })),
  };
}

const maxHandlers = 100;

/**
 * Finds the handlers that can be assigned to a step, by characters, pinyin or initials of the name, or by part of the
 * key; handlers without available people come last.
 */
export async function handlersOfSteps(
  db: Db,
  { kind, name }: { kind: Extract<StepHandler, { id: string; name: string }>['kind']; name: string },
) {
  const directory = await currentDirectory(db);
  const all = directory.listOf(kind);
  const pinyin = mayBePinyin(name)
    ? await pinyinOf(db, { names: all.map((handler) => handler.name), ofPeople: kind === 'staff' })
    : [];
  const rows = all
    .filter((handler, place) => handler.key.includes(name) || findsName(name, handler.name, pinyin[place]))
    .map(({ key, name: handlerName, orgId, availability }) => ({
      id: key.slice(kind.length + 1),
      name: handlerName,
      orgName: orgId === null ? '' : directory.nameOf(`org:${orgId}`),
      staffed: availability === 'able',
    }))
    .sort(
      (one, other) => Number(other.staffed) - Number(one.staffed) || one.name.localeCompare(other.name, 'zh'),
    );
  return { rows: rows.slice(0, maxHandlers) };
}

/** Returns the fields inside a field with their paths, each with the titles of those around it. */
function innerFieldsOf(columns: readonly CompiledField[], around: string): { path: string; title: string }[] {
  return columns.flatMap(({ path, title, columns: inner }) => {
    const name = `${around} · ${title}`;
    return [{ path, title: name }, ...innerFieldsOf(inner, name)];
  });
}

/** Lists the forms that a step can use, each in its newest version. */
export async function formsOfSteps(db: Db) {
  return (await listCompiledForms(db)).map(({ code, title, fields }) => ({
    code,
    name: title,
    fields: fields.map(({ id, title: label, kindName, kind, options, props, columns }) => ({
      id,
      title: label,
      kind: kindName,
      inner: innerFieldsOf(columns, label),
      several: kind.takesSeveral(props),
      options: [...flatOptions(options)],
    })),
  }));
}
