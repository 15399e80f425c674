-- What the action of a link wrote, as a digest of each thing (its events, each trace, each form …), so that a row changed
-- behind the portal's back is found; null in links of before, whose hash has no key. See docs/decisions/0023.
alter table audit_links add column digests jsonb;
