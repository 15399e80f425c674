import { use, useMemo } from 'react';
import { handling } from '#contract/handling.ts';
import { organisations } from '#contract/organisations.ts';
import { queryAs, queryOf } from '#web/api/query-of.ts';
import { BusinessApplication } from './business-application.ts';
import { choiceSources, type DeclaredChoice, pageRequest } from './choice-sources.ts';
import type { HandlerCandidate, HandlerSource, HandlerSources } from './handler-sources.ts';

/** Returns a source of the rows that a declared choice finds, with candidate keys. */
const withCandidateKeys =
  (kind: 'window' | 'position', { source }: DeclaredChoice): HandlerSource =>
  (name, page) => {
    const query = source(name, page);
    return queryAs(query, (answer) => {
      const { rows, total } = query.select(answer);
      // A window is identified by its hall; the code of a post means nothing to the user.
      const hasHint = kind === 'window';
      return {
        total,
        rows: rows.map(({ key, name, hint }) => ({ key: `${kind}:${key}`, name, ...(hasHint && { hint }) })),
      };
    });
  };

/** Returns the source of user groups of a business application, or of all if none is known (S1 §7). */
function groupOf(application: string | undefined): HandlerSource {
  return (name) =>
    queryAs(
      queryOf(organisations.userGroups, { query: { ...(name !== '' && { name }), application } }),
      (rows) => ({
        total: rows.length,
        rows: rows.map(({ id, name, staffs }) => ({
          key: `group:${id}`,
          name,
          hint: `${staffs.length} 人`,
          fault: staffs.length === 0 ? '组内没有人员' : null,
        })),
      }),
    );
}

const role: HandlerSource = (name, page) =>
  queryAs(
    queryOf(organisations.roles, { query: { ...pageRequest(name, page), type: 'all', mayHandle: 'true' } }),
    ({ rows, total }) => ({ total, rows: rows.map(({ code, name }) => ({ key: `role:${code}`, name })) }),
  );

/** Returns the source of the order's own candidates: the people whom a variable of its process names now. */
function variableOf(traceId: string): HandlerSource {
  return (name) =>
    queryAs(queryOf(handling.variables, { query: { traceId } }), ({ rows }) => {
      const matches = rows.flatMap(({ varName, varKey, candidates }): HandlerCandidate[] =>
        candidates.length === 0
          ? [{ key: `variable:${varKey}`, name: varName, fault: '本办件尚未确定该变量' }]
          : candidates.map((candidate) => ({ ...candidate, hint: `变量 ${varName}` })),
      );
      return filterByName(matches, name);
    });
}

/** Returns the source of people who have handled the order before, each with the node. */
function previousOf(traceId: string): HandlerSource {
  return (name) =>
    queryAs(queryOf(handling.previousHandlers, { query: { traceId } }), ({ rows }) =>
      filterByName(
        rows.map(({ flowNodeName, key, name, fault: problem }) => ({
          key,
          name,
          fault: problem,
          hint: flowNodeName,
        })),
        name,
      ),
    );
}

function filterByName(rows: readonly HandlerCandidate[], name: string) {
  const matches = rows.filter((row) => row.name.includes(name) || row.hint?.includes(name));
  return { rows: matches, total: matches.length };
}

/**
 * Returns the sources of the handler picker for people and groups; keys are candidate keys. Variables and
 * earlier handlers belong to an order, so that they need a task.
 */
function handlerSources(traceId: string | undefined, application: string | undefined): HandlerSources {
  const orderSources =
    traceId === undefined ? {} : { variable: variableOf(traceId), previous: previousOf(traceId) };
  return {
    staff: (query) => queryAs(queryOf(organisations.pickStaff, { query }), (answer) => answer),
    organisations: () => queryAs(queryOf(organisations.pickOrganisations, {}), (answer) => answer),
    byKind: {
      window: withCandidateKeys('window', choiceSources.window),
      position: withCandidateKeys('position', choiceSources.position),
      group: groupOf(application),
      role,
      ...orderSources,
    },
  };
}

/** Returns the sources of the handler picker, for the current task if there is one. */
export function useHandlerSources(traceId?: string): HandlerSources {
  const application = use(BusinessApplication);
  return useMemo(() => handlerSources(traceId, application), [traceId, application]);
}
