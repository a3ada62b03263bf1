import { afterEach, expect, test, vi } from 'vitest';
import { catchInterrupts, INTERRUPTS, type Interrupt, type Interrupts } from './interrupts.ts';

let caught: Interrupts | undefined;
afterEach(() => {
  caught?.release();
  vi.restoreAllMocks();
});

const NAMES = Object.entries(INTERRUPTS) as [Interrupt, number][];

test.each(NAMES)('the first %s stops the run, a second one leaves with %i at once', (name, code) => {
  const told: string[] = [];
  caught = catchInterrupts((received) => void told.push(received));
  const exit = vi.spyOn(process, 'exit').mockImplementation(() => {
    throw new Error('left');
  });
  process.emit(name);
  expect(caught.signal.aborted).toBe(true);
  expect(caught.received).toBe(name);
  expect(exit).not.toHaveBeenCalled();
  expect(() => process.emit(name)).toThrow('left');
  expect(exit).toHaveBeenCalledWith(code);
  expect(told).toEqual([name]);
});

test('once released, signals are left to their defaults', () => {
  const before = NAMES.map(([name]) => process.listenerCount(name));
  caught = catchInterrupts(() => {});
  caught.release();
  expect(NAMES.map(([name]) => process.listenerCount(name))).toEqual(before);
});
