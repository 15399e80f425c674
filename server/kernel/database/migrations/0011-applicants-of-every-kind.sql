-- What an item says of itself: its word for who applies (S2 §5), the extra fields of its orders (S1 §3), how it may be
-- taken in, the first being its default, and whether its orders need a second approval.
alter table business_items
  add column applicant_word text not null default '申请人' check (applicant_word in ('申请人', '信访人')),
  add column ext_fields jsonb not null default '[]',
  add column serve_types text[] not null default '{window}' check (cardinality(serve_types) > 0),
  add column second_approval boolean not null default false;

-- How the order was taken in (S1 §3 serveType).
alter table work_orders add column serve_types text[] not null default '{window}';

-- Organisations (S1 §3): the representative rests sealed with the other details and is found by the number's digest.
alter table work_order_applicants
  add column enterprise_type text not null default '',
  add column represent_cert_digest text not null default '';
create index work_order_applicants_represent_cert on work_order_applicants (represent_cert_digest)
  where represent_cert_digest <> '';
