-- Where the forms of a petition item say what the history of a petitioner is listed by (S1 §3); null: no petitions.
alter table business_items add column petition_fields jsonb;

-- The earlier matters of somebody without a certificate are found by telephone.
create index work_order_applicants_mobile on work_order_applicants (mobile_digest);
