import { MessageChannel, messageChannelLabel } from '#domain/enumerations/message-channel.ts';
import { templatedEvents } from '#domain/messages/default-contents.ts';
import { messageEventLabel } from '#domain/messages/message-event.ts';
import { type Fragment, fragment, joinFragments, plainText } from '#server/kernel/database/fragment.ts';
import { likePattern } from '#server/kernel/database/like.ts';
import type { Db } from '#server/kernel/database/transaction.ts';

/** Object of an audit record, by kind and id. */
export interface AuditObject {
  kind: string;
  id: string;
}

/** Each item by its current or last version. */
const newestItems = `(select distinct on (task_code) task_code, name from business_items
  order by task_code, current desc, version desc) newest`;

/** The messages of events by the texts of the portal: `event:channel`. */
const messagesOfEvents = `select * from (values ${templatedEvents
  .flatMap((event) =>
    Object.values(MessageChannel).map(
      (channel) =>
        `('${event}:${channel}', '${messageEventLabel[event]}（${messageChannelLabel[channel]}）')`,
    ),
  )
  .join(', ')}) e (id, name)`;

/**
 * Sources of the names of objects in the audit log, by kind. The name of an order is only its number, because
 * a reader of the audit log takes no part in matters (docs/decisions/0057); a file has the number of its order for
 * the same reason, and a message has no name that reveals nothing of a matter.
 */
const nameSources: Readonly<Record<string, { from: string; id: string; name: string }>> = {
  staff: { from: 'staff', id: 'id', name: "name || '（' || account || '）'" },
  account: { from: 'staff', id: 'account', name: "name || '（' || account || '）'" },
  session: {
    from: 'sessions s join staff p on p.id = s.staff_id',
    id: 's.id',
    name: "p.name || '（' || p.account || '）'",
  },
  role: { from: 'roles', id: 'code', name: 'name' },
  organisation: { from: 'organisations', id: 'id', name: 'name' },
  hall: { from: 'halls', id: 'id', name: 'name' },
  window: { from: 'windows', id: 'id', name: 'name' },
  post: { from: 'positions', id: 'id', name: 'name' },
  'user-group': { from: 'user_groups', id: 'id', name: 'name' },
  process: { from: 'process_definitions', id: 'id', name: "name || '，第 ' || version || ' 版'" },
  'shared-element': { from: 'shared_elements', id: 'code', name: 'name' },
  rule: { from: 'rule_definitions', id: 'id', name: "name || '，第 ' || version || ' 版'" },
  'rule-group': { from: 'rule_group_categories', id: 'id', name: 'name' },
  form: { from: 'form_definitions', id: 'id', name: "name || '，第 ' || version || ' 版'" },
  item: {
    from: `(select task_code as id, name from ${newestItems} union all select id, name from business_categories) i`,
    id: 'i.id',
    name: 'i.name',
  },
  'business-item': { from: newestItems, id: 'task_code', name: 'name' },
  'document-template': {
    from: 'document_templates',
    id: 'id',
    name: "(content->'template'->>'name') || '，第 ' || version || ' 版'",
  },
  'document-series': {
    from: 'document_series s join organisations o on o.id = s.org_id',
    id: "s.org_id || '/' || s.name || '/' || s.year",
    name: "s.name || '〔' || s.year || '〕，' || o.name",
  },
  'message-template': {
    from: `(select id, name from message_templates where kind = 'picked' union all ${messagesOfEvents}) t`,
    id: 't.id',
    name: 't.name',
  },
  substitute: {
    from: 'substitute_rules r join staff a on a.id = r.absent_id join staff b on b.id = r.substitute_id',
    id: 'r.id',
    name: "a.name || '（' || a.account || '）由' || b.name || '（' || b.account || '）代理'",
  },
  'hand-over': {
    from: 'hand_overs h left join staff p on p.id = h.from_id',
    id: 'h.id',
    name: "coalesce(p.name || '（' || p.account || '）', '无人可办的待办')",
  },
  'list-view': { from: 'list_views', id: 'id', name: 'name' },
  export: { from: 'exports', id: 'id::text', name: 'title' },
  archive: {
    from: "(select workorder_id::text as id, number from archive_entries where number <> '') e",
    id: 'e.id',
    name: 'e.number',
  },
  'archive-setting': {
    from: `(select id, name from organisations union all select task_code, name from ${newestItems}) g`,
    id: 'g.id',
    name: 'g.name',
  },
  'archive-hand-over': { from: 'archive_hand_overs', id: 'id', name: 'number' },
  'archive-destruction': { from: 'archive_destructions', id: 'id', name: 'number' },
  'work-order': { from: 'work_orders', id: 'id::text', name: 'code' },
  file: {
    from: `files f join work_orders o
      on o.id = case when f.workorder_id ~ '^[0-9a-f-]{36}$' then f.workorder_id::uuid end`,
    id: 'f.id',
    name: 'o.code',
  },
};

/** Kinds that are found by the beginning of an order's number. */
const kindsNamedByOrder: ReadonlySet<string> = new Set(['work-order', 'file']);

/** Sources of further names, of objects that details name by code. */
const detailNameSources: typeof nameSources = {
  'form-code': {
    from: '(select distinct on (code) code, name from form_definitions order by code, version desc) f',
    id: 'f.code',
    name: 'f.name',
  },
  menu: { from: 'menus', id: 'id', name: 'title' },
};

/**
 * Selects the names of drafts: for a draft of a new order the name of its item; for a task draft, whose id begins
 * with that of the order, the number of the order.
 */
function namesOfDrafts(ids: readonly string[]) {
  const taskDraftIds = ids.filter((id) => /^[0-9a-f-]{36}\.\d+$/.test(id));
  return fragment<AuditObject & { name: string }>`select 'draft'::text as kind, id, name from (
    select id::text as id, item_name as name from drafts where id = any(${ids.filter(isUuid)}::uuid[])
    union all
    select task_draft.id, o.code from unnest(${taskDraftIds}::text[]) task_draft (id)
      join work_orders o on o.id = split_part(task_draft.id, '.', 1)::uuid) d`;
}

/**
 * Returns the current names of these objects; an object without a name, or that no longer exists, is left
 * out.
 */
export async function findObjectNames(
  db: Db,
  objects: readonly AuditObject[],
): Promise<ReadonlyMap<string, string>> {
  const selects = [...Map.groupBy(objects, ({ kind }) => kind)].flatMap(([kind, objectsOfKind]) => {
    const ids = [...new Set(objectsOfKind.map(({ id }) => id))];
    if (kind === 'draft') return [namesOfDrafts(ids)];
    const source = nameSources[kind] ?? detailNameSources[kind];
    if (source === undefined) return [];
    const where =
      kind === 'work-order'
        ? fragment`id = any(${ids.filter(isUuid)}::uuid[])`
        : fragment`${plainText(source.id)} = any(${ids}::text[])`;
    return [namesOf(kind, source, where)];
  });
  if (selects.length === 0) return new Map();
  const { rows } = await joinFragments(selects, ' union all ').execute(db);
  return new Map(
    (rows as (AuditObject & { name: string })[]).map(({ kind, id, name }) => [`${kind} ${id}`, name]),
  );
}

/** Maximum number of objects, because sessions and orders grow without end. */
export const maxObjectsByName = 10_000;

/**
 * Returns the objects with this name: by a part of it, orders and their files by the beginning of the number. One
 * more than the maximum means that there are more.
 */
export async function findObjectsByName(db: Db, name: string): Promise<AuditObject[]> {
  const selects = Object.entries(nameSources).flatMap(([kind, source]) => {
    if (kindsNamedByOrder.has(kind)) {
      return /^\d{4,20}$/.test(name)
        ? [namesOf(kind, source, fragment`code like ${`${likePattern(name)}%`}`)]
        : [];
    }
    return [namesOf(kind, source, fragment`strpos(${plainText(source.name)}, ${name}) > 0`)];
  });
  const { rows } =
    await fragment<AuditObject>`select kind, id from (${joinFragments(selects, ' union all ')}) found
    limit ${maxObjectsByName + 1}`.execute(db);
  return rows;
}

function namesOf(
  kind: string,
  { from, id, name }: { from: string; id: string; name: string },
  where: Fragment,
) {
  return fragment<AuditObject & { name: string }>`select ${kind}::text as kind, ${plainText(id)} as id,
    ${plainText(name)} as name from ${plainText(from)} where ${where}`;
}

const isUuid = (text: string) => /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/.test(text);
