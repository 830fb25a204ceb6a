export { distanceTo } from '../context-broker/geo/distance';
export { asGeometry } from '../context-broker/model/geometry';
