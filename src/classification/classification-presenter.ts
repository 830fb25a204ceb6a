import { type Classification, listedPlaces, rounded, roundedScores } from './classification';
import type { ClassificationResultDto } from './dto/classification-result.dto';

export const toClassificationResult = (result: Classification): ClassificationResultDto => ({
  entity_id: result.reportId,
  category: result.category,
  confidence: rounded(result.confidence),
  alternatives: roundedScores(result),
  needs_review: result.needsReview,
  priority: result.priority,
  priority_score: result.priorityScore,
  priority_reason: result.priorityReason,
  poi_proximity: {
    radius: result.places.radius,
    nearby_pois: listedPlaces(result),
    priority_boost: result.places.boost,
  },
  possible_duplicates: result.possibleDuplicates,
  classifier: result.classifier,
  updated_at: result.at.toISOString(),
});
