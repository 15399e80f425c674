/**
 * A table whose rows are compared with the chain `record`, by the object to which rows belong
 * (docs/decisions/0209).
 */
export interface CoveredTable {
  table: string;
  /** The column that identifies the object of a row; undefined if the whole table is one object. */
  key: string | undefined;
  /** Columns that are not covered: maintained by triggers, or written without an action. */
  ignored: readonly string[];
  /** Restriction to some rows, if not all are covered. */
  conditionColumn?: 'is_public';
  chinese: string;
  english: string;
}

const coverTable = (
  table: string,
  key: string | undefined,
  chinese: string,
  english: string,
  ignored: readonly string[] = [],
): CoveredTable => ({ table, key, ignored, chinese, english });

/** The tables with triggers of migration 0084; a test compares both. */
export const coveredTables: readonly CoveredTable[] = [
  coverTable('roles', 'code', '角色', 'role'),
  coverTable('role_permissions', 'role_code', '角色权限', 'permissions of role'),
  coverTable('role_menus', 'role_code', '角色菜单', 'menus of role'),
  coverTable('staff', 'id', '人员', 'person', ['pinyin', 'search_keys', 'default_landing']),
  coverTable('staff_roles', 'staff_id', '人员的角色', 'roles of person'),
  coverTable('staff_positions', 'staff_id', '人员的岗位', 'posts of person'),
  coverTable('staff_groups', 'staff_id', '人员的用户组', 'user groups of person'),
  coverTable('staff_windows', 'staff_id', '人员的窗口', 'windows of person'),
  coverTable('second_factor_roles', 'role_code', '须二次验证的角色', 'second factor of role'),
  coverTable('second_factors', 'staff_id', '二次验证登记', 'second factor of person', ['last_step']),
  coverTable('login_policy', undefined, '登录策略', 'the login policy'),
  coverTable('organisations', 'id', '机构', 'organisation'),
  coverTable('halls', 'id', '大厅', 'hall'),
  coverTable('windows', 'id', '窗口', 'window'),
  coverTable('positions', 'id', '岗位', 'post'),
  coverTable('user_groups', 'id', '用户组', 'user group'),
  coverTable('menus', 'id', '菜单', 'menu'),
  coverTable('holidays', 'day', '节假日', 'holiday'),
  coverTable('business_categories', 'id', '事项分类', 'category'),
  coverTable('business_items', 'id', '事项', 'item'),
  coverTable('process_definitions', 'id', '流程', 'process'),
  coverTable('form_definitions', 'id', '表单', 'form'),
  coverTable('shared_elements', 'code', '共享要素', 'shared element'),
  coverTable('rule_definitions', 'id', '规则', 'rule'),
  coverTable('document_templates', 'id', '文书模板', 'document template'),
  coverTable('message_templates', 'id', '消息模板', 'message template'),
  coverTable('package_signers', 'fingerprint', '配置包签发单位', 'signer of packages'),
  coverTable('archive_fonds', 'org_id', '全宗', 'fonds of organisation'),
  coverTable('archive_items', 'task_code', '归档期限', 'retention of item'),
  coverTable('substitute_rules', 'id', '外出委托', 'rule of substitution', ['begun_at']),
  {
    ...coverTable('files', 'id', '公开文件', 'public file', ['workorder_id', 'draft_id', 'blob_id', 'md5']),
    conditionColumn: 'is_public',
  },
];

const coveredByOrderChains = 'covered by the chains of orders (0023)';
const derived = 'computed from covered rows';
const shortLived = 'exists for minutes or days, and grants nothing beyond a sign-in that has an audit record';
const personal = 'belongs to one person, and changes nothing for others but a shared list view';
const auditLog = 'the audit log itself, covered by its signatures and anchors';
const counts = 'counters and queues of work; the results of the work are covered';
const coveredByPackageDigests = 'its packages have digests of their own, which audit:verify checks (0162)';

/** Every other table, with the reason why its rows are not covered. */
export const uncoveredTables: Readonly<Record<string, string>> = {
  archive_appraisals: 'each action has an audit record; packages are verified separately',
  archive_counters: counts,
  archive_destruction_items: 'each action has an audit record; packages are verified separately',
  archive_destructions: 'each action has an audit record; packages are verified separately',
  archive_entries: coveredByPackageDigests,
  archive_hand_over_packages: 'each action has an audit record; packages are verified separately',
  archive_hand_overs: 'each action has an audit record; packages are verified separately',
  archive_packages: coveredByPackageDigests,
  archive_retrievals: 'each action has an audit record',
  areas: 'the regions that are part of this version; no action changes them',
  audit_anchors: auditLog,
  audit_heads: auditLog,
  audit_links: auditLog,
  audit_verifications: 'can be created again at any time',
  blobs: 'bytes, checked against the audit records of their uploads',
  captchas: shortLived,
  chunked_uploads: shortLived,
  cleared_passwords: 'can only cause the refusal of a password',
  copy_readings: 'each reading has an audit record',
  database_pulse: 'one row that shows that writing works, without content',
  day_figures: derived,
  device_tokens: shortLived,
  document_numbers: counts,
  document_series: counts,
  done_entries: derived,
  drafts: personal,
  exports: 'each action has an audit record; the file is checked by its digest',
  figure_changes: counts,
  files: coveredByOrderChains,
  former_passwords: 'can only cause the refusal of a password',
  gateway_twin_messages: 'exists only in the demo',
  calendar_moves: 'the progress of a job; what it moves is in the chains of orders',
  deadline_warnings: 'what was sent; each message is in its own log',
  deadline_watches: derived,
  demanded_cards: derived,
  express_events: 'sent by the carrier; what follows from them is in the chains of orders',
  express_items: coveredByOrderChains,
  gateway_twin_payments: 'exists only in the demo',
  half_sessions: shortLived,
  hand_over_tasks: 'its effects are in the chains of orders',
  hand_overs: 'its effects are in the chains of orders',
  hour_figures: derived,
  idempotency_keys: shortLived,
  inbox: coveredByOrderChains,
  installation: 'the start refuses other values (0167)',
  installation_keys: 'the start refuses other values (0167)',
  joint_petitioners: 'each list has an audit record with its digest in the chain of its order',
  list_view_defaults: personal,
  list_views: personal,
  material_checks: coveredByOrderChains,
  message_preferences: personal,
  messages: personal,
  office_figures: derived,
  open_figures: derived,
  opinions: personal,
  order_counters: 'codes of orders are anchored (0023)',
  order_documents:
    'the content of a document is checked by its file; the action is in the chain of the order',
  order_query_bits: derived,
  order_query_changes: counts,
  order_query_places: derived,
  order_query_state: derived,
  outbound_messages: counts,
  panel_limits: coveredByOrderChains,
  payment_counters: counts,
  payment_day_notes: 'each action has an audit record',
  payment_day_rows: 'each action has an audit record',
  payment_days: 'each action has an audit record; the bill can be fetched again',
  payment_notices: 'signed by the gateway; what follows from them is in the chains of orders',
  payment_refunds: coveredByOrderChains,
  payment_tries: coveredByOrderChains,
  payments: coveredByOrderChains,
  side_records: coveredByOrderChains,
  pending_factors: shortLived,
  person_preferences: personal,
  petition_judgements: 'each judgement is in the audit record of the start of its order',
  petition_links: 'each link has an audit record in the chain of an order',
  phone_upload_files: shortLived,
  phone_uploads: shortLived,
  pinyin_readings: 'affects only the search of names',
  pinyin_words: 'affects only the search of names',
  rate_limits: shortLived,
  record_changes: 'the source of the records of this chain',
  recovery_codes: 'used up at a sign-in without an administrative action; each use has an audit record',
  rule_categories: 'a tree of names without effect',
  rule_group_categories: 'a tree of names without effect; each action has an audit record',
  schedule_entries: personal,
  schedule_feeds: personal,
  schema_migrations: 'the start refuses a changed migration',
  seed_steps: counts,
  sessions:
    'exists for days; the proof of identity in it is valid for minutes and is used up by one change, which has an audit record',
  shared_secrets: 'encrypted with the key outside the database',
  sign_ons: shortLived,
  staff_rights: derived,
  staged_tasks: personal,
  thumbnails: derived,
  tickets: shortLived,
  traces: coveredByOrderChains,
  unfinished_applications: personal,
  unit_figures: derived,
  upload_chunks: shortLived,
  work_order_applicants: coveredByOrderChains,
  work_order_copies: coveredByOrderChains,
  work_order_events: coveredByOrderChains,
  work_order_form_changes: coveredByOrderChains,
  work_order_forms: coveredByOrderChains,
  work_order_outbox: counts,
  work_order_records: coveredByOrderChains,
  work_order_search: derived,
  work_order_states: coveredByOrderChains,
  work_order_typed_forms: personal,
  work_orders: coveredByOrderChains,
  worker_heartbeats: shortLived,
};
