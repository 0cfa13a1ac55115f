-- Where money goes is never one person's word: an account serves once somebody else, of the organisation above, has confirmed it.

alter table dues_merchant
  add column asked_by     bigint references account (id),
  add column confirmed_by text not null default '',
  add column confirmed_at timestamptz;
comment on column dues_merchant.asked_by is 'Who has set what waits to be confirmed; null: nothing waits';
comment on column dues_merchant.confirmed_at is 'When the organisation above confirmed it as it stands; null: it serves nobody';
-- Accounts of committees go on. A branch's own does not: its orders that are under way are still booked.
update dues_merchant a set confirmed_at = a.updated_at from organisation o where o.id = a.org_id and o.type not in (46, 47, 48, 50);
