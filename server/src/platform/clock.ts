/** The time, handed to whatever depends on it, so that tests decide what time it is. */
export type Clock = () => Date;

export const systemClock: Clock = () => new Date();
