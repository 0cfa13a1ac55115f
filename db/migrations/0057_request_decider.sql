-- Which organisation was asked to decide: the nearest one above with somebody who may.

alter table account_request add column decider_org_id bigint references organisation (id);
