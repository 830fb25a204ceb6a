export type { IndexedOrder, IndexProfile } from '../context-broker/index-profile';
