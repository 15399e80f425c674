-- Messages that leave the house by text message or chat, and those of an order that somebody sent: written with what
-- causes them, delivered afterwards. See docs/decisions/0102.
create table outbound_messages (
  id text primary key,
  -- What is told, to whom and by which channel: there is one message for it, however often it is asked for.
  cause text not null unique,
  channel text not null check (channel in ('20', '10', '7')),
  event text not null,
  content text not null,
  workorder_id uuid,
  workorder_code text,
  -- What the sender says it belongs to (S1 §7, belongs).
  belongs text not null default '',
  sent_by text,
  sent_by_name text not null default '',
  receiver_staff_id text,
  receiver_name text not null,
  -- The telephone number, forgotten after a while; the digest counts what one number gets.
  receiver_sealed text,
  receiver_digest text not null default '',
  state text not null check (state in ('waiting', 'sending', 'accepted', 'unknown', 'dead')),
  tries integer not null default 0,
  due_at timestamptz not null,
  -- Of the last try, and who made it.
  tried_at timestamptz,
  claim text,
  gateway text not null default '',
  provider_id text not null default '',
  fault text not null default '',
  created_at timestamptz not null,
  settled_at timestamptz
);
create index outbound_messages_due on outbound_messages (due_at, id) where state = 'waiting';
create index outbound_messages_tried on outbound_messages (tried_at) where state = 'sending';
create index outbound_messages_receiver on outbound_messages (receiver_digest, tried_at) where tried_at is not null;
create index outbound_messages_of_order on outbound_messages (workorder_id, created_at desc, id desc);
create index outbound_messages_list on outbound_messages (state, created_at desc, id desc);

-- What the built-in twins of the channels were given.
create table gateway_twin_messages (
  id text primary key,
  channel text not null,
  receiver_sealed text not null,
  content text not null,
  received_at timestamptz not null
);
create index gateway_twin_messages_list on gateway_twin_messages (received_at desc, id desc);

-- Words of a message, with placeholders: one for an event and channel, or one of those that a sender picks from.
create table message_templates (
  id text primary key,
  kind text not null check (kind in ('event', 'picked')),
  event text not null default '',
  channel text not null default '',
  name text not null default '',
  content text not null,
  sort_by integer not null default 0,
  updated_at timestamptz not null,
  updated_by_name text not null default ''
);
create unique index message_templates_of_event on message_templates (event, channel) where kind = 'event';
insert into message_templates (id, kind, name, content, sort_by, updated_at)
select 'picked-' || place, 'picked', name, content, place, now()
from (values
  (1, '受理告知', '您的办件{办件流水号}已受理，由{机构名称}办理，请留意进展。'),
  (2, '补充材料', '您的办件{办件流水号}需要补充材料，请尽快联系{机构名称}。'),
  (3, '办理进展', '您的办件{办件流水号}正在办理，经办人{经办人姓名}。'),
  (4, '催请办理', '您新收到一条待办，请及时查阅处理')
) content (place, name, content);

-- How somebody wants to be told; without a row, in the box alone.
create table message_preferences (
  staff_id text primary key,
  -- Channels by event beside the box, such as {"todo": ["10"]}.
  channels jsonb not null default '{}',
  quiet_from integer check (quiet_from between 0 and 1439),
  quiet_until integer check (quiet_until between 0 and 1439),
  updated_at timestamptz not null
);

insert into role_permissions (role_code, permission)
select code, 'message-template:manage' from roles where code = 'config-admin'
on conflict do nothing;
