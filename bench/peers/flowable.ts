import type pg from 'pg';

/**
 * Flowable's task list, rebuilt from its published structure: ACT_RU_TASK and ACT_RU_IDENTITYLINK with their
 * indexes on create time, user, group and task, and the query for the tasks that a person or the person's
 * groups may claim.
 */

/**
 * The two published shapes of the candidate condition: `exists` since 6.x, the join with `distinct` before.
 */
export type QueryShape = 'exists' | 'join';

const candidate = `link.type_ = 'candidate' and (link.user_id_ = $1 or link.group_id_ = any($2::text[]))`;

export const flowablePage: Record<QueryShape, string> = {
  exists: `select res.* from flowable.act_ru_task res
    where res.assignee_ is null
      and exists (select link.id_ from flowable.act_ru_identitylink link where link.task_id_ = res.id_ and ${candidate})
    order by res.create_time_ desc, res.id_ desc limit $3 offset $4`,
  join: `select distinct res.* from flowable.act_ru_task res
    inner join flowable.act_ru_identitylink link on link.task_id_ = res.id_
    where res.assignee_ is null and ${candidate}
    order by res.create_time_ desc, res.id_ desc limit $3 offset $4`,
};

export const flowableCount: Record<QueryShape, string> = {
  exists: `select count(res.id_)::int as total from flowable.act_ru_task res
    where res.assignee_ is null
      and exists (select link.id_ from flowable.act_ru_identitylink link where link.task_id_ = res.id_ and ${candidate})`,
  join: `select count(distinct res.id_)::int as total from flowable.act_ru_task res
    inner join flowable.act_ru_identitylink link on link.task_id_ = res.id_
    where res.assignee_ is null and ${candidate}`,
};

/** `task.taskNameLikeIgnoreCase(…)`. With `addTrigramIndex`, a pg_trgm index serves it. */
export const flowableNameSearch = `select res.* from flowable.act_ru_task res
  where res.assignee_ is null and res.name_ ilike $5
    and exists (select link.id_ from flowable.act_ru_identitylink link where link.task_id_ = res.id_ and ${candidate})
  order by res.create_time_ desc, res.id_ desc limit $3 offset $4`;

/** The same query, written so that no index can serve it. */
export const flowableNameScan = flowableNameSearch.replace('res.name_ ilike', "(res.name_ || '') ilike");

/** Loads the same tasks and candidates as in our inbox, without churn, which would only make them slower. */
export async function loadFlowable(client: pg.Client): Promise<void> {
  await client.query('drop schema if exists flowable cascade');
  await client.query(`create schema flowable;
    create table flowable.act_ru_task (
      id_ varchar(64) primary key, rev_ integer, execution_id_ varchar(64), proc_inst_id_ varchar(64),
      proc_def_id_ varchar(64), task_def_id_ varchar(64), scope_id_ varchar(255), name_ varchar(255),
      parent_task_id_ varchar(64), description_ varchar(4000), task_def_key_ varchar(255), owner_ varchar(255),
      assignee_ varchar(255), delegation_ varchar(64), priority_ integer, create_time_ timestamp, due_date_ timestamp,
      category_ varchar(255), suspension_state_ integer, tenant_id_ varchar(255) default '', form_key_ varchar(255),
      claim_time_ timestamp, is_count_enabled_ boolean, var_count_ integer, id_link_count_ integer,
      sub_task_count_ integer);
    create table flowable.act_ru_identitylink (
      id_ varchar(64) primary key, rev_ integer, group_id_ varchar(255), type_ varchar(255), user_id_ varchar(255),
      task_id_ varchar(64), proc_inst_id_ varchar(64), proc_def_id_ varchar(64));`);
  await client.query(`insert into flowable.act_ru_task (id_, rev_, execution_id_, proc_inst_id_, proc_def_id_, name_,
      task_def_key_, priority_, create_time_, due_date_, suspension_state_, is_count_enabled_, var_count_, id_link_count_,
      sub_task_count_)
    select t.workorder_id || '.' || t.number, 1, o.id::text, o.id::text, o.process_definition_id,
      left(o.title || ' ' || o.applicant_name, 255), t.node_id, 50, t.started_at, t.due_at, 1, true, 0,
      cardinality(t.candidates), 0
    from traces t join work_orders o on o.id = t.workorder_id where t.handler_status = 0`);
  await client.query(`insert into flowable.act_ru_identitylink (id_, rev_, group_id_, type_, user_id_, task_id_)
    select i.workorder_id || '.' || i.number || '.' || row_number() over (), 1,
      case when i.key not like 'staff:%' then i.key end, 'candidate',
      case when i.key like 'staff:%' then i.key end, i.workorder_id || '.' || i.number
    from inbox i`);
  await client.query("set maintenance_work_mem = '512MB'");
  await client.query(`create index act_idx_task_create on flowable.act_ru_task (create_time_);
    create index act_idx_ident_lnk_user on flowable.act_ru_identitylink (user_id_);
    create index act_idx_ident_lnk_group on flowable.act_ru_identitylink (group_id_);
    create index act_fk_tskass_task on flowable.act_ru_identitylink (task_id_);`);
  await client.query('vacuum analyze flowable.act_ru_task');
  await client.query('vacuum analyze flowable.act_ru_identitylink');
}

/** Adds the trigram index that many projects add manually when searching becomes slow. */
export async function addTrigramIndex(client: pg.Client): Promise<void> {
  await client.query('create extension if not exists pg_trgm');
  await client.query("set maintenance_work_mem = '512MB'");
  await client.query(
    'create index if not exists name_trigrams on flowable.act_ru_task using gin (name_ gin_trgm_ops)',
  );
}
