-- The safe centre: three secret questions an account, the one-use proofs between its steps, and its tries.

create table secret_question (
  account_id   bigint primary key references account (id),
  questions    smallint[] not null check (cardinality(questions) = 3),
  answers_hash text not null,
  updated_at   timestamptz not null default now()
);
comment on table secret_question is 'Three numbers of safeCenter/contract.ts QUESTIONS, in the order in which their answers were hashed together';
comment on column secret_question.answers_hash is 'Argon2id of the three normalised answers as one text: none of them can be guessed alone';

create table safe_proof (
  proof_hash bytea primary key,
  account_id bigint not null references account (id),
  purpose    text not null check (purpose in ('retrieve', 'password', 'questions')),
  expires_at timestamptz not null
);
comment on table safe_proof is 'SHA-256 of a token that is good once, for ten minutes: after the checks of a retrieval, of the own password, or of the own answers';
create index safe_proof_expiry on safe_proof (expires_at);
create index safe_proof_account on safe_proof (account_id);

create table safe_try (
  who   bytea primary key,
  tried timestamptz[] not null
);
comment on table safe_try is 'When the last hour''s answers to secret questions were tried, by account or by address (keyed hash): five an hour';
