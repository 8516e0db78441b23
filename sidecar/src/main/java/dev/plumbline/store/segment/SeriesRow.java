package dev.plumbline.store.segment;

import dev.plumbline.profile.ProfileType;

/**
 * What all windows of one kind and source share. Immutable.
 *
 * @param id number in its file
 * @param service {@code service.name} of the resource
 * @param seriesType the type to ask for
 * @param type the type as it was sent
 * @param resource number of the resource's attribute set
 * @param attributes number of the profile's attribute set
 */
public record SeriesRow(
    int id,
    String service,
    SeriesType seriesType,
    ProfileType type,
    int resource,
    int attributes,
    String scopeName,
    String scopeVersion) {}
