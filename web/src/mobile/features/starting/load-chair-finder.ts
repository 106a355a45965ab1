/** The finder for a page without the router, which few people open without a chair. */
export const loadChairFinder = async () => (await import('./chair-finder.tsx')).ChairFinder;
