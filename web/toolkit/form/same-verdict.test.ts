import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type AuthorityByField, resolveAuthority } from '#domain/forms/authority.ts';
import { compileForm } from '#domain/forms/compile.ts';
import { type CompiledForm, emptyValues } from '#domain/forms/compiled-form.ts';
import { createComputing } from '#domain/forms/computed/computing.ts';
import { hiddenConditions } from '#domain/forms/hidden-conditions.ts';
import { evaluateLinkage } from '#domain/forms/linkage.ts';
import { maskForm } from '#domain/forms/mask.ts';
import { mergeSubmission, problemsOfMerged } from '#domain/forms/merge.ts';
import { flatFields } from '#domain/forms/nested-values.ts';
import { validateForm } from '#domain/forms/validate.ts';
import type { Problem } from '#domain/refusals/refusals.ts';
import { randomCases } from '#test/world/random-cases.ts';
import { rootOf, stateIn } from './field-path.ts';
import { FormStore } from './form-store.ts';
import { type Edit, scenario } from './test-random-scenario.ts';

/**
 * Random forms are opened, edited and sent as on a page, and checked as by the server: both must find the same
 * problems, and the same fields must be shown, required and open for input.
 */

type Values = Record<string, unknown>;

const now = new Date('2026-11-28T02:00:00Z');
const computing = createComputing({ today: '2026-11-28', holidays: undefined });
/** Returns the paths of all fields of the page with those inside them, as many as it has rows. */
function pathsOf(store: FormStore, fields = store.form.fields, prefix = ''): string[] {
  return fields.flatMap(({ id, kind, columns }) => {
    const path = prefix + id;
    if (kind.nests === 'group') return [path, ...pathsOf(store, columns, `${path}.`)];
    if (kind.nests === undefined) return [path];
    return [path, ...store.rows(path).flatMap((_, row) => pathsOf(store, columns, `${path}[${row}].`))];
  });
}

function apply(store: FormStore, change: Edit): void {
  const isRows = change.kind !== 'type';
  const paths = pathsOf(store).filter((each) => {
    const nests = store.fieldAt(each)?.kind.nests;
    return store.view(each).editable && (isRows ? nests === 'rows' : nests === undefined);
  });
  const path = paths[change.at % paths.length];
  if (path === undefined) return;
  if (change.kind === 'type') {
    if (isTypeable(store, path, change.value)) store.change(path, change.value);
    return;
  }
  const rows = store.rows(path);
  store.changeRows(
    path,
    change.kind === 'removeRow'
      ? rows.toSpliced(change.row, 1)
      : rows.toSpliced(change.row, 0, { _uid: `n${rows.length + 100}`, _isNew: true }),
  );
}

/** A control enters only values of its kind, or a text that it cannot read. */
function isTypeable(store: FormStore, path: string, value: unknown): boolean {
  const kind = store.fieldAt(path)?.kind;
  if (!kind || !store.view(path).editable) return false;
  return kind.normalise(value) !== undefined || (typeof value === 'string' && !!kind.problemOfText?.(value));
}

/**
 * Returns stored values; a secret was valid when it was stored, and is not checked again while only its mask
 * returns.
 */
function storedContent(compiled: CompiledForm, first: Values): Values {
  const { values } = mergeSubmission(compiled, {}, first, { '*': 2 }, { computing });
  const wrong = validateForm(compiled, values, { '*': 2 }, { now, computing, maxProblems: 1000 })
    .map(({ field: path }) => rootOf(path))
    .filter((id) => {
      const found = compiled.byId.get(id);
      return Object.hasOwn(first, id) && flatFields(found ? [found] : []).some(({ maskRule }) => maskRule);
    });
  if (wrong.length === 0) return values;
  const valid = Object.fromEntries(Object.entries(first).filter(([id]) => !wrong.includes(id)));
  return storedContent(compiled, valid);
}

/** Checks that a person typed the stored value, so that it was checked, and no linkage set it. */
function isTyped(path: string, content: Values, first: Values): boolean {
  return isDeepStrictEqual(content[rootOf(path)], first[rootOf(path)]);
}

/** Checks whether a rule compares a value with one of these, whose masks the browser cannot compare. */
function comparesWith(masked: readonly string[], { fields }: CompiledForm): boolean {
  const ids = new Set(masked.map((path) => path.slice(path.lastIndexOf('.') + 1)));
  return flatFields(fields).some(({ rules }) =>
    rules.some(({ rule }) => 'field' in rule && ids.has(String(rule.field))),
  );
}

/** Returns what the server sends to the page. */
function answerOf(compiled: CompiledForm, content: Values, authority: AuthorityByField) {
  const shown = maskForm(compiled, content, { authority, mayReveal: false });
  const stored = { ...emptyValues(compiled), ...content };
  return {
    content: shown.values,
    masked: shown.masked,
    authority: resolveAuthority(compiled, authority),
    hiddenConditions: hiddenConditions(compiled, content, authority),
    initContent: maskForm(compiled, stored, { authority, mayReveal: false }).values,
    contentVersion: 0,
    changes: [],
    typedBefore: {},
  };
}

function serverProblems(
  compiled: CompiledForm,
  content: Values,
  submitted: Values,
  authority: AuthorityByField,
): { values: Values; problems: Problem[] } {
  const merged = mergeSubmission(compiled, content, submitted, authority, { computing });
  const problems = problemsOfMerged(compiled, merged, authority, { now, computing, maxProblems: 1000 });
  return { values: merged.values, problems };
}

function hasUnknown(store: FormStore): boolean {
  return pathsOf(store).some((path) => store.view(path).isUnknown);
}

const sorted = (problems: readonly Problem[]) =>
  problems.map(({ field, message }) => `${field}：${message}`).sort();

it('a form has the same verdict in the browser and on the server, for random forms and values', () => {
  let [accepted, refused, hidden, hiddenInRows, computed, computedInside] = [0, 0, 0, 0, 0, 0];
  const runs = randomCases(10_000);
  fc.assert(
    fc.property(scenario, ({ model, first, authority, edits }) => {
      const compiled = compileForm(model) as CompiledForm;
      const content = storedContent(compiled, first);
      const answer = answerOf(compiled, content, authority);
      // The browser cannot check a secret that a linkage set to a wrong value.
      if (answer.masked.some((path) => !isTyped(path, content, first))) return;
      if (comparesWith(answer.masked, compiled)) return;
      const store = new FormStore(compiled, {
        values: answer.content,
        masked: answer.masked,
        authority: answer.authority,
        hiddenConditions: answer.hiddenConditions,
        orderContent: answer,
        mode: 'edit',
        now: () => now,
      });
      store.compute({ ...computing, text: () => '' });
      for (const change of edits) apply(store, change);
      // A value that follows fields of authority 0 is only known on the server.
      if (hasUnknown(store)) return;
      const inBrowser = store.validate();
      const submitted = store.submission().content;
      const onServer = serverProblems(compiled, content, submitted, authority);
      expect(sorted(inBrowser)).toEqual(sorted(onServer.problems));
      const computedThere = evaluateLinkage(compiled, submitted, { authority, stored: content, computing });
      for (const path of pathsOf(store)) {
        const { isComputed, value } = stateIn(computedThere, path) ?? {};
        if (!isComputed) continue;
        if (rootOf(path) === path) computed += 1;
        else computedInside += 1;
        expect([path, store.view(path).value]).toEqual([path, value]);
      }
      const keys = Object.keys(answer.hiddenConditions);
      if (keys.length > 0) hidden += 1;
      if (keys.some((key) => key.includes('@'))) hiddenInRows += 1;
      if (inBrowser.length > 0) {
        refused += 1;
        return;
      }
      accepted += 1;
      const state = evaluateLinkage(compiled, onServer.values, { authority });
      for (const path of pathsOf(store)) {
        const view = store.view(path);
        const expected = stateIn(state, path);
        expect([path, view.visible, view.required]).toEqual([
          path,
          expected?.visible ?? false,
          expected?.required ?? false,
        ]);
        if (view.visible) expect([path, view.options]).toEqual([path, expected?.options]);
      }
    }),
    { numRuns: runs },
  );
  // Neither verdict is rare, and the server's results are used.
  expect(Math.min(accepted, refused, hidden, computed, computedInside)).toBeGreaterThan(runs / 50);
  expect(hiddenInRows).toBeGreaterThan(runs / 500);
});
