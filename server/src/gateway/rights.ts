import { chairTopics, parseTopic, serverTopics } from '@recline/contract/topics';

/** What a chair may do on the broker: publish and subscribe to its own topics only. */
export const mayPublish = (deviceId: string, topic: string): boolean => isOwn(deviceId, topic, chairTopics);

export const maySubscribe = (deviceId: string, filter: string): boolean => isOwn(deviceId, filter, serverTopics);

function isOwn(deviceId: string, topic: string, kinds: readonly string[]): boolean {
  const parsed = parseTopic(topic);
  return parsed !== null && parsed.deviceId === deviceId && kinds.includes(parsed.kind);
}
