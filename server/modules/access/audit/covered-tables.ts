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
  only?: 'is_public';
  chinese: string;
  english: string;
}

const covered = (
  table: string,
  key: string | undefined,
  chinese: string,
  english: string,
  ignored: readonly string[] = [],
): CoveredTable => ({ table, key, ignored, chinese, english });

/** The tables with triggers of migration 0084; a test compares both. */
export const coveredTables: readonly CoveredTable[] = [
  covered('roles', 'code', '角色', 'role'),
  covered('role_permissions', 'role_code', '角色权限', 'permissions of role'),
  covered('role_menus', 'role_code', '角色菜单', 'menus of role'),
  covered('staff', 'id', '人员', 'person', ['pinyin', 'search_keys', 'default_landing']),
  covered('staff_roles', 'staff_id', '人员的角色', 'roles of person'),
  covered('staff_positions', 'staff_id', '人员的岗位', 'posts of person'),
  covered('staff_groups', 'staff_id', '人员的用户组', 'user groups of person'),
  covered('staff_windows', 'staff_id', '人员的窗口', 'windows of person'),
  covered('second_factor_roles', 'role_code', '须二次验证的角色', 'second factor of role'),
  covered('second_factors', 'staff_id', '二次验证登记', 'second factor of person', ['last_step']),
  covered('login_policy', undefined, '登录策略', 'the login policy'),
  covered('organisations', 'id', '机构', 'organisation'),
  covered('halls', 'id', '大厅', 'hall'),
  covered('windows', 'id', '窗口', 'window'),
  covered('positions', 'id', '岗位', 'post'),
  covered('user_groups', 'id', '用户组', 'user group'),
  covered('menus', 'id', '菜单', 'menu'),
  covered('holidays', 'day', '节假日', 'holiday'),
  covered('business_categories', 'id', '事项分类', 'category'),
  covered('business_items', 'id', '事项', 'item'),
  covered('process_definitions', 'id', '流程', 'process'),
  covered('form_definitions', 'id', '表单', 'form'),
  covered('document_templates', 'id', '文书模板', 'document template'),
  covered('message_templates', 'id', '消息模板', 'message template'),
  covered('package_signers', 'fingerprint', '配置包签发单位', 'signer of packages'),
  covered('archive_fonds', 'org_id', '全宗', 'fonds of organisation'),
  covered('archive_items', 'task_code', '归档期限', 'retention of item'),
  covered('substitute_rules', 'id', '外出委托', 'rule of substitution', ['begun_at']),
  {
    ...covered('files', 'id', '公开文件', 'public file', ['workorder_id', 'draft_id', 'blob_id', 'md5']),
    only: 'is_public',
  },
];

const byOrders = 'covered by the chains of orders (0023)';
const derived = 'made anew of what is covered';
const passing = 'lives for minutes or days, and gives nothing beyond a sign-in that is on the record';
const own = "a person's own, decides nothing for others";
const log = 'the trail itself, covered by its signatures and anchors';
const counts = 'counts and queues of work; what they lead to is covered';
const sealed = 'its packages carry digests of their own, which audit:verify proves (0162)';

/** Every other table, with the reason why its rows are not covered. */
export const uncoveredTables: Readonly<Record<string, string>> = {
  archive_appraisals: 'each act is a link; packages are proved apart',
  archive_counters: counts,
  archive_destruction_items: 'each act is a link; packages are proved apart',
  archive_destructions: 'each act is a link; packages are proved apart',
  archive_entries: sealed,
  archive_hand_over_packages: 'each act is a link; packages are proved apart',
  archive_hand_overs: 'each act is a link; packages are proved apart',
  archive_packages: sealed,
  archive_retrievals: 'each act is a link',
  areas: 'the regions that this version brings along; no act changes them',
  audit_anchors: log,
  audit_heads: log,
  audit_links: log,
  audit_verifications: 'can be made anew at any time',
  blobs: 'bytes, proved by the links of their uploads',
  captchas: passing,
  chunked_uploads: passing,
  cleared_passwords: 'a password is refused by it, never accepted',
  copy_readings: 'each reading is a link',
  database_pulse: 'one row that proves writing, and says nothing',
  day_figures: derived,
  device_tokens: passing,
  document_numbers: counts,
  document_series: counts,
  done_entries: derived,
  drafts: own,
  exports: 'each act is a link; the file is proved by its digest',
  figure_changes: counts,
  files: byOrders,
  former_passwords: 'a password is refused by it, never accepted',
  gateway_twin_messages: 'of the demo alone',
  half_sessions: passing,
  hand_over_tasks: 'what it did is in the chains of orders',
  hand_overs: 'what it did is in the chains of orders',
  hour_figures: derived,
  idempotency_keys: passing,
  inbox: byOrders,
  installation: 'refused by the start (0167)',
  installation_keys: 'refused by the start (0167)',
  list_view_defaults: own,
  list_views: own,
  message_preferences: own,
  messages: own,
  office_figures: derived,
  open_figures: derived,
  opinions: own,
  order_counters: 'codes of orders are anchored (0023)',
  order_documents: 'what a paper says is proved by its file; the act is in the chain of the order',
  order_query_bits: derived,
  order_query_changes: counts,
  order_query_places: derived,
  order_query_state: derived,
  outbound_messages: counts,
  panel_limits: byOrders,
  pending_factors: passing,
  person_preferences: own,
  phone_upload_files: passing,
  phone_uploads: passing,
  pinyin_readings: 'decides by what a name is found, nothing else',
  pinyin_words: 'decides by what a name is found, nothing else',
  rate_limits: passing,
  record_changes: 'what the links of this chain are made of',
  recovery_codes: 'used up at a sign-in without an administrative act; each use is a link',
  rule_categories: 'a tree of names without effect',
  rule_group_categories: 'a tree of names without effect',
  schedule_entries: own,
  schedule_feeds: own,
  schema_migrations: 'refused by the start where a migration was changed',
  seed_steps: counts,
  sessions:
    'lives for days; the proof of identity in it lives for minutes and is used up by one change, which is a link',
  shared_secrets: 'sealed by the key outside',
  sign_ons: passing,
  staff_rights: derived,
  staged_tasks: own,
  thumbnails: derived,
  tickets: passing,
  traces: byOrders,
  unfinished_applications: own,
  unit_figures: derived,
  upload_chunks: passing,
  work_order_applicants: byOrders,
  work_order_copies: byOrders,
  work_order_events: byOrders,
  work_order_forms: byOrders,
  work_order_outbox: counts,
  work_order_records: byOrders,
  work_order_search: derived,
  work_order_states: byOrders,
  work_order_typed_forms: own,
  work_orders: byOrders,
  worker_heartbeats: passing,
};
