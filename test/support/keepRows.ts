import { afterAll } from 'vitest';
import { writeSeen } from './rowsSeen.ts';

afterAll(writeSeen);
