with folded as (
  update work_order_states set version = $1, state = $2::jsonb,
    clock = $3::jsonb,
    audit_seq = $4, audit_hash = $5
  where workorder_id = $6::uuid
), ordered as (
  update work_orders set status = $7, rollback_status = $8,
    result_code = $9, ended_at = $10, updated_at = $11,
    due_at = $12, due_provisional = $13
  where id = $14::uuid
), filled as (
  update work_order_forms f set content = x.content, updated_at = $15
  from jsonb_to_recordset($16::jsonb) as x(
    form_code text, content jsonb)
  where f.workorder_id = $17::uuid and f.form_code = x.form_code
), hidden as (
  update work_order_forms set deleted_at = $18
  where workorder_id = $19::uuid and deleted_at is null and $20::boolean
), typed as (
  insert into work_order_typed_forms (workorder_id, number, form_code, content, typed_at)
  select $21::uuid, $22, x.form_code, x.content, $23
  from jsonb_to_recordset($24::jsonb) as x(
    form_code text, content jsonb)
), free as (
  delete from unfinished_applications where workorder_id = $25::uuid and $26::boolean
), said as (
  insert into work_order_events (workorder_id, version, action, actor_id, at, events)
  values ($27::uuid, $28, $29, $30, $31, $32::jsonb)
), finished as (
  update traces t set handler_status = 1, outcome = x.outcome, handler_operation = x.handler_operation,
    act_name = x.act_name, handler_id = x.handler_id, handler_name = x.handler_name,
    handler_org_name = x.handler_org_name, opinion = x.opinion, remark = x.remark,
    ended_at = x.ended_at, updated_at = x.ended_at
  from jsonb_to_recordset($33::jsonb) as x(
    number integer, outcome text, handler_operation smallint, act_name text, handler_id text, handler_name text,
    handler_org_name text, opinion text, remark text, ended_at timestamptz)
  where t.workorder_id = $34::uuid and t.number = x.number
), opened as (
  insert into traces (workorder_id, number, node_id, node_name, candidates, candidate_names, handler_status,
    handler_operation, outcome, act_name, handler_id, handler_name, handler_org_name, opinion, remark,
    started_at, ended_at, updated_at, due_at, due_provisional)
  select $35::uuid, x.number, x.node_id, x.node_name, x.candidates, x.candidate_names, x.handler_status,
    x.handler_operation, x.outcome, coalesce(x.act_name, ''), x.handler_id, coalesce(x.handler_name, ''),
    coalesce(x.handler_org_name, ''), coalesce(x.opinion, ''), coalesce(x.remark, ''),
    x.started_at, x.ended_at, coalesce(x.ended_at, x.started_at), x.due_at, x.due_provisional
  from jsonb_to_recordset($36::jsonb) as x(
    number integer, node_id text, node_name text, candidates text[], candidate_names text[], handler_status smallint,
    handler_operation smallint, outcome text, act_name text, handler_id text, handler_name text,
    handler_org_name text, opinion text, remark text, started_at timestamptz, ended_at timestamptz,
    due_at timestamptz, due_provisional boolean)
), gone as (
  delete from inbox where workorder_id = $37::uuid and number = any($38::integer[])
), restated as (
  update inbox set status = $39
  where workorder_id = $40::uuid and number <> all($41::integer[])
    and status <> $42
), came as (
  insert into inbox (workorder_id, number, key, arrived_at, due_at, task_code, area_code, status)
  select $43::uuid, x.number, x.key, x.arrived_at, coalesce(x.due_at, $44), $45, $46,
    $47
  from jsonb_to_recordset($48::jsonb) as x(
    number integer, key text, arrived_at timestamptz, due_at timestamptz)
), done as (
  insert into done_entries (workorder_id, staff_id, number, node_name, handled_at)
  select $49::uuid, $50, x.number, x.node_name, $51
  from jsonb_to_recordset($52::jsonb) as x(number integer, node_name text)
  on conflict (workorder_id, staff_id) do update
    set number = excluded.number, node_name = excluded.node_name, handled_at = excluded.handled_at
), recorded as (
  insert into work_order_records (workorder_id, number, handler_operation, act_name, handler_id, handler_name,
    handler_org_name, opinion, at)
  select $53::uuid, $54, x.handler_operation, x.act_name, $55, $56,
    $57, x.opinion, $58
  from jsonb_to_recordset($59::jsonb) as x(
    handler_operation smallint, act_name text, opinion text)
), bound as (
  update files set workorder_id = $60
  where id = any($61::text[]) and owner_staff_id = $62 and workorder_id is null
  returning id
), audited as (
  insert into audit_links (chain, seq, at, staff_id, staff_name, action, object_kind, object_id, detail, request_id,
    digests, prev_hash, hash)
  values ($63, $64, $65, $66, $67, $68, 'work-order',
    $69, $70::jsonb, $71, $72::jsonb, $73, $74)
), answered as (
  insert into idempotency_keys (staff_id, key, endpoint, request_hash, answer, created_at)
  select $75, x.key, x.endpoint, x."requestHash", x.answer, $76
  from jsonb_to_recordset($77::jsonb) as x(
    key text, endpoint text, "requestHash" text, answer text)
), sent as (
  insert into work_order_outbox (workorder_id, version, created_at)
  values ($78::uuid, $79, $80)
)
select null::text as code, take_all_files((select count(*) from bound), $81)
