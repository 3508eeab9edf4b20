// SPDX-License-Identifier: Apache-2.0
#include "app/session/journal/JournalText.h"

#include <QByteArray>
#include <limits>
#include <stdexcept>
#include <utility>

#include "engine/base/Utf8.h"
#include "engine/format/usda/UsdaReader.h"
#include "engine/format/usda/UsdaWriter.h"
#include "engine/format/usda/ValueFromText.h"
#include "engine/format/usda/ValueText.h"
#include "engine/format/usdc/UsdcReader.h"
#include "engine/format/usdc/UsdcWriter.h"
#include "engine/layer/Fields.h"
#include "engine/layer/LayerBuilder.h"
#include "engine/value/Dictionary.h"

namespace usdscope {
namespace {

/// The field in which a small layer holds a value, so that its reader and writer spell the value.
struct ValuePlace {
  enum class Spec { Layer, Prim, Attribute, Relationship };
  Spec spec = Spec::Prim;
  Token field;
  Token typeName;  ///< The type of the attribute.
};

const Path kValuePrim = Path::fromText("/v");
const Path kValueProperty = Path::fromText("/v.v");
const std::string kValueEntry = "v";
const LayerIdentity kValueIdentity{.identifier = "anon:journal.usda"};

ValuePlace valuePlaceOf(Path path, Token field) {
  return {path == Path::root() ? ValuePlace::Spec::Layer : ValuePlace::Spec::Prim, field, {}};
}
ValuePlace valuePlaceOf(PropertyKind kind, Token field, Token typeName) {
  const bool isAttribute = kind == PropertyKind::Attribute;
  return {isAttribute ? ValuePlace::Spec::Attribute : ValuePlace::Spec::Relationship, field,
          typeName};
}

std::shared_ptr<const Layer> layerWith(const Value& value, const ValuePlace& place) {
  LayerBuilder builder;
  if (place.spec == ValuePlace::Spec::Layer) {
    builder.setPrimField(LayerBuilder::kRoot, place.field, value);
    return builder.build(kValueIdentity);
  }
  const auto prim = builder.addPath(kValuePrim);
  if (place.spec == ValuePlace::Spec::Prim) {
    builder.setPrimField(prim, place.field, value);
    return builder.build(kValueIdentity);
  }
  const bool isAttribute = place.spec == ValuePlace::Spec::Attribute;
  const auto property =
      builder.addProperty(prim, kValueProperty.name(),
                          isAttribute ? PropertyKind::Attribute : PropertyKind::Relationship);
  if (isAttribute) {
    const Token type = place.typeName ? place.typeName
                       : value.kind() != ValueKind::Other
                           ? typeNameOf(value.kind(), value.isArray()).name
                           : Token("token");
    builder.setPropertyField(property, fields::kTypeName, Value(type));
  }
  builder.setPropertyField(property, place.field, value);
  return builder.build(kValueIdentity);
}

Value valueIn(const Layer* layer, const ValuePlace& place) {
  if (!layer) return {};
  if (place.spec == ValuePlace::Spec::Layer) return layer->pseudoRoot().field(place.field);
  if (place.spec == ValuePlace::Spec::Prim) {
    const PrimSpec prim = layer->findPrim(kValuePrim);
    return prim ? prim.field(place.field) : Value();
  }
  const PropertySpec property = layer->findProperty(kValueProperty);
  return property ? property.field(place.field) : Value();
}

/// Writes and reads values. Each text is read again when it is written: a value that does not come
/// back equal is kept in another form.
class JournalValues {
 public:
  explicit JournalValues(const FieldDefinitions& definitions) : definitions_(definitions) {}

  Json toJson(const Value& value, const ValuePlace& place) const {
    if (value.isEmpty()) return nullptr;
    Json inexact;  // NaN does not equal itself, so a text that is right may seem not to be.
    for (const Json& form : {typed(value, place), asText(value, place), asCrate(value, place)}) {
      if (form.is_null()) continue;
      const Value back = fromJson(form, place);
      if (back == value) return form;
      if (inexact.is_null() && !back.isEmpty() && described(back) == described(value)) {
        inexact = form;
      }
    }
    return inexact.is_null() ? Json{{"lost", true}} : inexact;
  }

  /// Returns the empty value when the JSON has none that can be read.
  Value fromJson(const Json& json, const ValuePlace& place) const {
    if (json.contains("text")) {
      const TypeName* type = findTypeName(Token(json.at("type").get<std::string>()));
      return type ? valueFromText(json.at("text").get<std::string>(), *type).value : Value();
    }
    Diagnostics ignored;
    if (json.contains("usda")) {
      const auto bytes = FileBytes::fromText(json.at("usda").get<std::string>());
      const auto layer = readUsda(bytes, kValueIdentity, ignored, {.fields = &definitions_});
      return valueIn(layer.get(), place);
    }
    if (!json.contains("usdc")) return {};
    const auto base64 = QByteArray::fromStdString(json.at("usdc").get<std::string>());
    const QByteArray crate = QByteArray::fromBase64(base64);
    const auto bytes = FileBytes::fromText({crate.data(), std::size_t(crate.size())});
    return valueIn(readUsdc(bytes, kValueIdentity, ignored).get(), place);
  }

 private:
  static std::string described(const Value& value) {
    return valueText(value, std::numeric_limits<std::size_t>::max());
  }

  static Json typed(const Value& value, const ValuePlace& place) {
    if (value.kind() == ValueKind::Other && !value.isBlock()) return {};
    const TypeName* type = place.typeName ? findTypeName(place.typeName) : nullptr;
    const bool isOfType =
        type &&
        (value.isBlock() || (type->kind == value.kind() && type->isArray == value.isArray()));
    if (!isOfType && value.isBlock()) type = &typeNameOf(ValueKind::Token, false);
    if (!isOfType && !value.isBlock()) type = &typeNameOf(value.kind(), value.isArray());
    std::string text = value.isBlock() ? "None" : described(value);
    if (!isUtf8(text)) return {};
    return {{"type", type->name.string()}, {"text", std::move(text)}};
  }

  static Json asText(const Value& value, const ValuePlace& place) {
    std::string text = writeUsda(*layerWith(value, place));
    return isUtf8(text) ? Json{{"usda", std::move(text)}} : Json();
  }

  Json asCrate(const Value& value, const ValuePlace& place) const {
    Diagnostics ignored;
    const std::string bytes = writeUsdc(*layerWith(value, place), definitions_, ignored);
    return {{"usdc", QByteArray::fromStdString(bytes).toBase64().toStdString()}};
  }

  const FieldDefinitions& definitions_;
};

/// Ends the reading of an edit that is damaged. Never leaves this file.
struct Unreadable : std::runtime_error {
  using std::runtime_error::runtime_error;
};

Path pathFromJson(const Json& json, const char* key) {
  const std::string text = json.at(key).get<std::string>();
  const Path path = Path::fromText(text);
  if (path.isEmpty()) throw Unreadable(text + " is not a path.");
  return path;
}

Token tokenFromJson(const Json& json, const char* key) {
  return Token(json.at(key).get<std::string>());
}

double numberFromJson(const Json& json) {
  if (!json.is_string()) return json.get<double>();
  const double infinity = std::numeric_limits<double>::infinity();
  const std::string text = json.get<std::string>();
  return text == "inf"    ? infinity
         : text == "-inf" ? -infinity
                          : std::numeric_limits<double>::quiet_NaN();
}

template <typename Enum>
Enum choiceFromJson(const Json& json, const char* key, Enum last) {
  const int number = json.at(key).get<int>();
  if (number < 0 || number > static_cast<int>(last)) throw Unreadable("A choice is unknown.");
  return static_cast<Enum>(number);
}

/// Writes and reads edits of layers.
class JournalEdits {
 public:
  explicit JournalEdits(const FieldDefinitions& definitions) : values_(definitions) {}

  Json operator()(const PrimFieldEdit& edit) const {
    return {{"edit", "prim"},
            {"path", edit.path.text()},
            {"field", edit.field.string()},
            {"keep", edit.keepsBlankOvers},
            {"value", values_.toJson(edit.value, valuePlaceOf(edit.path, edit.field))}};
  }
  Json operator()(const PropertyFieldEdit& edit) const {
    return {
        {"edit", "property"},
        {"at", toJson({edit.path, edit.kind, edit.typeName, edit.variability, edit.isCustom})},
        {"field", edit.field.string()},
        {"value", values_.toJson(edit.value, valuePlaceOf(edit.kind, edit.field, edit.typeName))}};
  }
  Json operator()(const VariantSelectionEdit& edit) const {
    return {{"edit", "variant"},
            {"path", edit.prim.text()},
            {"set", edit.set},
            {"keep", edit.keepsBlankOvers},
            {"variant", edit.variant ? Json(*edit.variant) : Json()}};
  }
  Json operator()(const SampleEdit& edit) const {
    return {{"edit", "sample"},
            {"at", toJson(edit.attribute)},
            {"time", numberToJson(edit.time)},
            {"value", values_.toJson(edit.value, samplePlace(edit.attribute))}};
  }
  Json operator()(const DictionaryEdit& edit) const {
    // The entry of a dictionary is spelled with its type.
    Value entry;
    if (!edit.value.isEmpty()) {
      Dictionary wrapped;
      wrapped.set(kValueEntry, edit.value);
      entry = Value(std::move(wrapped));
    }
    return {{"edit", "dictionary"},
            {"path", edit.path.text()},
            {"field", edit.field.string()},
            {"keys", edit.keys},
            {"value", values_.toJson(entry, valuePlaceOf(kValuePrim, fields::kCustomData))}};
  }
  Json operator()(const TargetEdit& edit) const {
    Json targets = Json::array();
    for (const Path target : edit.targets) targets.push_back(target.text());
    return {{"edit", "targets"},
            {"at", toJson(edit.property)},
            {"action", static_cast<int>(edit.action)},
            {"position", static_cast<int>(edit.position)},
            {"targets", std::move(targets)}};
  }

  LayerEdit fromJson(const Json& json) const {
    const std::string kind = json.at("edit").get<std::string>();
    if (kind == "prim") {
      const Path path = pathFromJson(json, "path");
      const Token field = tokenFromJson(json, "field");
      return PrimFieldEdit{path, field, valueFrom(json, valuePlaceOf(path, field)),
                           json.at("keep").get<bool>()};
    }
    if (kind == "property") {
      const PropertyPlace at = propertyFrom(json);
      const Token field = tokenFromJson(json, "field");
      return PropertyFieldEdit{
          at.path,    field,       valueFrom(json, valuePlaceOf(at.kind, field, at.typeName)),
          at.kind,    at.typeName, at.variability,
          at.isCustom};
    }
    if (kind == "variant") {
      const Json& variant = json.at("variant");
      return VariantSelectionEdit{
          pathFromJson(json, "path"), json.at("set").get<std::string>(),
          variant.is_null() ? std::nullopt : std::optional(variant.get<std::string>()),
          json.at("keep").get<bool>()};
    }
    if (kind == "sample") {
      const PropertyPlace at = propertyFrom(json);
      return SampleEdit{at, numberFromJson(json.at("time")), valueFrom(json, samplePlace(at))};
    }
    if (kind == "dictionary") {
      const Value entry = valueFrom(json, valuePlaceOf(kValuePrim, fields::kCustomData));
      const Dictionary* wrapped = entry.find<Dictionary>();
      const Value* value = wrapped ? wrapped->find(kValueEntry) : nullptr;
      return DictionaryEdit{pathFromJson(json, "path"), tokenFromJson(json, "field"),
                            json.at("keys").get<std::vector<std::string>>(),
                            value ? *value : Value()};
    }
    if (kind != "targets") throw Unreadable("An edit of the kind " + kind + " is unknown.");
    TargetEdit edit;
    edit.property = propertyFrom(json);
    edit.action = choiceFromJson(json, "action", TargetEdit::Action::Remove);
    edit.position = choiceFromJson(json, "position", TargetEdit::Position::AppendFront);
    for (const Json& target : json.at("targets")) {
      edit.targets.push_back(pathFromJson({{"path", target}}, "path"));
    }
    return edit;
  }

 private:
  static ValuePlace samplePlace(const PropertyPlace& at) {
    return valuePlaceOf(PropertyKind::Attribute, fields::kDefault, at.typeName);
  }

  static Json toJson(const PropertyPlace& at) {
    return {{"path", at.path.text()},
            {"kind", static_cast<int>(at.kind)},
            {"type", at.typeName.string()},
            {"variability", static_cast<int>(at.variability)},
            {"custom", at.isCustom}};
  }

  static PropertyPlace propertyFrom(const Json& json) {
    const Json& at = json.at("at");
    return {pathFromJson(at, "path"), choiceFromJson(at, "kind", PropertyKind::Relationship),
            tokenFromJson(at, "type"), choiceFromJson(at, "variability", Variability::Uniform),
            at.at("custom").get<bool>()};
  }

  Value valueFrom(const Json& json, const ValuePlace& place) const {
    const Json& stored = json.at("value");
    if (stored.is_null()) return {};
    Value value = values_.fromJson(stored, place);
    if (value.isEmpty()) throw Unreadable("A value cannot be read.");
    return value;
  }

  JournalValues values_;
};

Json partToJson(const EditPart& part, const JournalEdits& edits) {
  if (const auto* layer = std::get_if<LayerPart>(&part)) {
    Json list = Json::array();
    for (const LayerEdit& edit : layer->edits) list.push_back(std::visit(edits, edit));
    Json json = {{"layer", layer->layer}, {"edits", std::move(list)}};
    if (!layer->sublayers.empty()) json["sublayers"] = layer->sublayers;
    return json;
  }
  if (const auto* mute = std::get_if<MutePart>(&part)) {
    return {{"mute", mute->layer}, {"on", mute->isMuted}};
  }
  if (const auto* solo = std::get_if<SoloPart>(&part)) {
    return {{"solo", solo->layer}, {"muted", solo->muted}};
  }
  const auto& load = std::get<LoadPart>(part);
  return {{"load", load.prim.text()}, {"on", load.isLoaded}};
}

EditPart partFromJson(const Json& json, const JournalEdits& edits) {
  if (json.contains("edits")) {
    LayerPart part;
    part.layer = json.at("layer").get<std::string>();
    for (const Json& edit : json.at("edits")) part.edits.push_back(edits.fromJson(edit));
    if (json.contains("sublayers")) {
      part.sublayers = json.at("sublayers").get<std::vector<std::string>>();
    }
    return part;
  }
  if (json.contains("mute")) {
    return MutePart{json.at("mute").get<std::string>(), json.at("on").get<bool>()};
  }
  if (json.contains("solo")) {
    return SoloPart{json.at("solo").get<std::string>(),
                    json.at("muted").get<std::set<std::string>>()};
  }
  return LoadPart{pathFromJson(json, "load"), json.at("on").get<bool>()};
}

}  // namespace

Json editToJson(const NamedEdit& edit, const FieldDefinitions& fields) {
  const JournalEdits edits(fields);
  Json parts = Json::array();
  for (const EditPart& part : edit.parts) parts.push_back(partToJson(part, edits));
  return {{"sentence", edit.sentence}, {"parts", std::move(parts)}};
}

std::optional<NamedEdit> editFromJson(const Json& json, const FieldDefinitions& fields,
                                      std::string& problem) {
  const JournalEdits edits(fields);
  try {
    NamedEdit edit;
    edit.sentence = json.at("sentence").get<std::string>();
    for (const Json& part : json.at("parts")) edit.parts.push_back(partFromJson(part, edits));
    return edit;
  } catch (const std::exception& error) {
    // The library of JSON reports a missing member only by throwing.
    problem = dynamic_cast<const Unreadable*>(&error) ? error.what() : "The edit is damaged.";
    return std::nullopt;
  }
}

}  // namespace usdscope
