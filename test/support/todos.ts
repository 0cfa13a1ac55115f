import { sql } from 'kysely';
import type { TestApp } from './app.ts';

/** The to-dos of a subject in the order in which they were opened, closed ones among them. */
export async function todosOf({ db }: TestApp, subject: string) {
  const { rows } = await sql<{ title: string; due: string | null; done: boolean }>`
    select title, due_on::text as due, done_at is not null as done from todo where subject = ${subject} order by id`.execute(
    db,
  );
  return rows;
}
