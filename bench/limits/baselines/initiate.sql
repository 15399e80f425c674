with numbered as (
  insert into order_counters (year, last) values ($1, 1)
  on conflict (year) do update set last = order_counters.last + 1 returning last
), coded as (
  select $2 || lpad(last::text, greatest(6, length(last::text)), '0') as code from numbered
), ordered as (
  insert into work_orders (id, code, business_item_id, task_code, item_name, title, applicant_name,
    process_definition_id, status, rollback_status, result_code, initiator_id, initiator_name, org_id, org_name,
    area_code, area_name, started_at, updated_at, ended_at, due_at, due_provisional, serve_types)
  select $3::uuid, coded.code, $4, $5, $6, $7,
    $8, $9, $10, $11,
    $12, $13, $14, $15, $16,
    $17, $18, $19, $20, $21, $22,
    $23, $24::text[]
  from coded
), folded as (
  insert into work_order_states (workorder_id, process_definition_id, version, state, clock, audit_seq, audit_hash)
  values ($25::uuid, $26, $27, $28::jsonb,
    $29::jsonb, $30, $31)
), applied as (
  insert into work_order_applicants (workorder_id, name, sex, cert_category, cert_code_sealed, cert_code_digest,
    mobile_sealed, mobile_digest, region, details_sealed, applicant_type, enterprise_type, represent_cert_digest)
  values ($32::uuid, $33, $34, $35, $36,
    $37, $38, $39, $40::text[],
    $41, $42, $43,
    $44)
), filled as (
  insert into work_order_forms (workorder_id, form_code, form_definition_id, content, updated_at)
  select $45::uuid, x.form_code, x.form_definition_id, x.content, $46
  from jsonb_to_recordset($47::jsonb) as x(form_code text, form_definition_id text, content jsonb)
), searched as (
  insert into work_order_search (workorder_id, grams)
  select $48::uuid, search_grams($49) from coded
), taken as (
  insert into unfinished_applications (task_code, cert_code_digest, workorder_id)
  select $50, $51, $52::uuid
  where $53::boolean and $54::boolean
), undrafted as (
  delete from drafts where id = $55::uuid and staff_id = $56
), said as (
  insert into work_order_events (workorder_id, version, action, actor_id, at, events)
  values ($57::uuid, $58, $59, $60, $61, $62::jsonb)
), finished as (
  update traces t set handler_status = 1, outcome = x.outcome, handler_operation = x.handler_operation,
    act_name = x.act_name, handler_id = x.handler_id, handler_name = x.handler_name,
    handler_org_name = x.handler_org_name, opinion = x.opinion, remark = x.remark,
    ended_at = x.ended_at, updated_at = x.ended_at
  from jsonb_to_recordset($63::jsonb) as x(
    number integer, outcome text, handler_operation smallint, act_name text, handler_id text, handler_name text,
    handler_org_name text, opinion text, remark text, ended_at timestamptz)
  where t.workorder_id = $64::uuid and t.number = x.number
), opened as (
  insert into traces (workorder_id, number, node_id, node_name, candidates, candidate_names, handler_status,
    handler_operation, outcome, act_name, handler_id, handler_name, handler_org_name, opinion, remark,
    started_at, ended_at, updated_at, due_at, due_provisional)
  select $65::uuid, x.number, x.node_id, x.node_name, x.candidates, x.candidate_names, x.handler_status,
    x.handler_operation, x.outcome, coalesce(x.act_name, ''), x.handler_id, coalesce(x.handler_name, ''),
    coalesce(x.handler_org_name, ''), coalesce(x.opinion, ''), coalesce(x.remark, ''),
    x.started_at, x.ended_at, coalesce(x.ended_at, x.started_at), x.due_at, x.due_provisional
  from jsonb_to_recordset($66::jsonb) as x(
    number integer, node_id text, node_name text, candidates text[], candidate_names text[], handler_status smallint,
    handler_operation smallint, outcome text, act_name text, handler_id text, handler_name text,
    handler_org_name text, opinion text, remark text, started_at timestamptz, ended_at timestamptz,
    due_at timestamptz, due_provisional boolean)
), gone as (
  delete from inbox where workorder_id = $67::uuid and number = any($68::integer[])
), restated as (
  update inbox set status = $69
  where workorder_id = $70::uuid and number <> all($71::integer[])
    and status <> $72
), came as (
  insert into inbox (workorder_id, number, key, arrived_at, due_at, task_code, area_code, status)
  select $73::uuid, x.number, x.key, x.arrived_at, coalesce(x.due_at, $74), $75, $76,
    $77
  from jsonb_to_recordset($78::jsonb) as x(
    number integer, key text, arrived_at timestamptz, due_at timestamptz)
), done as (
  insert into done_entries (workorder_id, staff_id, number, node_name, handled_at)
  select $79::uuid, $80, x.number, x.node_name, $81
  from jsonb_to_recordset($82::jsonb) as x(number integer, node_name text)
  on conflict (workorder_id, staff_id) do update
    set number = excluded.number, node_name = excluded.node_name, handled_at = excluded.handled_at
), recorded as (
  insert into work_order_records (workorder_id, number, handler_operation, act_name, handler_id, handler_name,
    handler_org_name, opinion, at)
  select $83::uuid, $84, x.handler_operation, x.act_name, $85, $86,
    $87, x.opinion, $88
  from jsonb_to_recordset($89::jsonb) as x(
    handler_operation smallint, act_name text, opinion text)
), bound as (
  update files set workorder_id = $90
  where id = any($91::text[]) and owner_staff_id = $92 and workorder_id is null
  returning id
), audited as (
  insert into audit_links (chain, seq, at, staff_id, staff_name, action, object_kind, object_id, detail, request_id,
    digests, prev_hash, hash)
  values ($93, $94, $95, $96, $97, $98, 'work-order',
    $99, $100::jsonb, $101, $102::jsonb, $103, $104)
), answered as (
  insert into idempotency_keys (staff_id, key, endpoint, request_hash, answer, created_at)
  select $105, x.key, x.endpoint, x."requestHash", replace(x.answer, $106, (select code from coded)), $107
  from jsonb_to_recordset($108::jsonb) as x(
    key text, endpoint text, "requestHash" text, answer text)
), sent as (
  insert into work_order_outbox (workorder_id, version, created_at)
  values ($109::uuid, $110, $111)
)
select (select code from coded) as code, greatest((select count(*) from bound), $112)
