-- Tasks that nobody in office answers to are handed over as well (docs/decisions/0191): such a hand-over is from nobody.
alter table hand_overs alter column from_id drop not null;
